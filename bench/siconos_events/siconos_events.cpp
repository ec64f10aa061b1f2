// Siconos' event-driven scheme (EventDriven with LsodarOSI) on two problems with a closed form.
//
//   ball     dropped from 1 m, g = 9.81, e = 0.8, to t = 3: built as Siconos' example BouncingBallED
//   slider   1 kg on a spring of 100 N/m whose rest lies 5 cm behind a stop, e = 0.7, without friction, to t = 1
//
// Counted: seconds of the processor on this thread in the loop over events (advanceToEvent, processEvents), least of
// several runs. Not counted: building the model, Simulation::initialize, output.
// Usage: siconos_events PROBLEM OUTPUTS TOLERANCE CLOSED; CLOSED times the tolerance is the depth that Siconos counts as
// contact (setToleranceED). Prints RESULT, seconds, q, v, events. Where Siconos refuses, the program ends without it.
#include <SiconosKernel.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

static double cpu() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

struct Result {
  double seconds, q, v;
  int events;
};

static Result run(bool ball, double tolerance, double closed, int outputs) {
  const double end = ball ? 3.0 : 1.0;
  auto q0 = std::make_shared<SiconosVector>(1);
  auto v0 = std::make_shared<SiconosVector>(1);
  auto mass = std::make_shared<SimpleMatrix>(1, 1);
  auto force = std::make_shared<SiconosVector>(1);
  (*mass)(0, 0) = 1.0;
  SP::DynamicalSystem body;
  if (ball) {
    (*q0)(0) = 1.0;
    auto b = std::make_shared<LagrangianLinearTIDS>(q0, v0, mass);
    (*force)(0) = -9.81;
    b->setFExtPtr(force);
    body = b;
  } else {
    (*q0)(0) = 0.1;
    auto stiffness = std::make_shared<SimpleMatrix>(1, 1);
    auto damping = std::make_shared<SimpleMatrix>(1, 1);
    (*stiffness)(0, 0) = 100.0;
    (*damping)(0, 0) = 0.0;
    auto b = std::make_shared<LagrangianLinearTIDS>(q0, v0, mass, stiffness, damping);
    (*force)(0) = -5.0;
    b->setFExtPtr(force);
    body = b;
  }
  auto model = std::make_shared<NonSmoothDynamicalSystem>(0.0, end);
  model->insertDynamicalSystem(body);
  auto h = std::make_shared<SimpleMatrix>(1, 1);
  (*h)(0, 0) = 1.0;
  auto law = std::make_shared<NewtonImpactNSL>(ball ? 0.8 : 0.7);
  auto relation = std::make_shared<LagrangianLinearTIR>(h);
  model->link(std::make_shared<Interaction>(law, relation), body);

  auto integrator = std::make_shared<LsodarOSI>();
  auto times = std::make_shared<TimeDiscretisation>(0.0, end / outputs);
  auto simulation = std::make_shared<EventDriven>(model, times);
  simulation->insertIntegrator(integrator);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  simulation->initialize();
  integrator->setTol(1, tolerance, tolerance);
  simulation->setToleranceED(std::max(closed * tolerance, 1e-12));

  int events = 0;
  const double start = cpu();
  while (simulation->hasNextEvent()) {
    simulation->advanceToEvent();
    simulation->processEvents();
    events++;
  }
  const double seconds = cpu() - start;
  auto lagrangian = std::static_pointer_cast<LagrangianDS>(body);
  return {seconds, (*lagrangian->q())(0), (*lagrangian->velocity())(0), events};
}

int main(int count, char** arguments) {
  if (count < 5) return 2;
  const bool ball = std::string(arguments[1]) == "ball";
  const int outputs = std::atoi(arguments[2]);
  const double tolerance = std::atof(arguments[3]), closed = std::atof(arguments[4]);
  Result best = run(ball, tolerance, closed, outputs);
  for (int k = 0; k < 20; k++) {
    best.seconds = std::min(best.seconds, run(ball, tolerance, closed, outputs).seconds);
  }
  std::printf("RESULT %.3e %.17g %.17g %d\n", best.seconds, best.q, best.v, best.events);
}
