// Chromium started under a POSIX locale calls its language "en-US@posix", which Intl refuses, and uPlot asks Intl
// while it loads. This module is imported first.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
}
export {};
