/* sources 538847fdeeb3495c */
(function(){"use strict";try{new Intl.NumberFormat(navigator.language)}catch{Object.defineProperty(navigator,"language",{value:"en-US",configurable:!0})}function ot(i,t={},...e){const n=document.createElement(i);for(const[s,r]of Object.entries(t))n.setAttribute(s,r);return n.append(...e.filter(s=>s!=null)),n}const Bp={play:"M5 3.2v9.6L13 8z",pause:"M4.5 3h2.6v10H4.5zM8.9 3h2.6v10H8.9z",next:"M4 3.4v9.2L10 8zM10.6 3.4h1.8v9.2h-1.8z",back:"M12 3.4v9.2L6 8zM3.6 3.4h1.8v9.2H3.6z",theme:"M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM8 3v10a5 5 0 0 0 0-10z",close:"M4 4l8 8M12 4l-8 8"};function To(i){const t=document.createElementNS("http://www.w3.org/2000/svg","svg");t.setAttribute("viewBox","0 0 16 16"),t.setAttribute("aria-hidden","true");const e=document.createElementNS("http://www.w3.org/2000/svg","path");return e.setAttribute("d",Bp[i]),i==="close"?(e.setAttribute("stroke","currentColor"),e.setAttribute("stroke-width","1.5"),e.setAttribute("fill","none")):(e.setAttribute("fill","currentColor"),e.setAttribute("fill-rule","evenodd")),t.append(e),t}function mn(i,t,e,n="button"){const s=ot("button",{type:"button",class:n,title:t,"aria-label":t},i);return s.addEventListener("click",e),s}function Ha(i,t,e){const n=e.startsWith("data:")?e:URL.createObjectURL(new Blob([e],{type:t})),s=ot("a",{href:n,download:i});document.body.append(s),s.click(),s.remove(),n!==e&&setTimeout(()=>URL.revokeObjectURL(n),1e3)}function Ph(i){const t=s=>/[",\n]/.test(s)?`"${s.replace(/"/g,'""')}"`:s,e=[i.map(([s])=>t(s)).join(",")],n=Math.min(...i.map(([,s])=>s.length));for(let s=0;s<n;s++)e.push(i.map(([,r])=>Number.isNaN(r[s])?"":String(r[s])).join(","));return e.join(`
`)+`
`}function wi(i,t=4){if(i===0)return"0";if(!Number.isFinite(i))return Number.isNaN(i)?"–":i>0?"∞":"−∞";const e=Math.abs(i);return(e>=.001&&e<1e5?zp(i.toPrecision(t)):i.toExponential(2)).replace("-","−").replace(/e\+?(−|-)?(\d+)$/,(s,r,o)=>`e${r?"−":""}${o}`)}function zp(i){return i.includes(".")&&!i.includes("e")?i.replace(/\.?0+$/,""):i}function Nr(i){return i===0?"0":Number.isFinite(i)?i.toExponential(1).replace(".0e","e").replace("e-","e−").replace("e+","e"):"–"}function wo(i,t,e=`${t}s`){return`${i.toString().replace(/\B(?=(\d{3})+$)/g," ")} ${i===1?t:e}`}function Ao(i){const t=i.length>1?Math.abs(i[1]-i[0]):Math.abs(i[0]??1),e=Math.max(...i.map(Math.abs));if(e===0)return i.map(()=>"0");if(e>=1e5||e<.001){const s=Math.max(0,Math.min(6,Math.ceil(Math.log10(e/t)-1e-9)));return i.map(r=>r===0?"0":r.toExponential(s).replace("e+","e").replace(/-/g,"−"))}let n=0;for(;n<12&&Math.abs(t*10**n-Math.round(t*10**n))>1e-6*t*10**n;)n++;return i.map(s=>s.toFixed(n).replace("-","−"))}function kp(i,t){const{outcome:e,tolerance:n,budget:s}=i.head,r=e.verdict!=="",o=r?e.verdict!=="not certified":e.failed_steps===0&&!e.stopped,a=e.remarks.length,l=r&&o&&a>0;let c="Certified";r?c=e.verdict[0].toUpperCase()+e.verdict.slice(1):o||(c="Not certified"),o&&!l&&(c+=`: all ${wo(e.steps,"step")} within ${Nr(n)}`),e.steps===1&&o&&!l&&(c=`Certified: the step is within ${Nr(n)}`),e.failed_steps>0&&!s&&(c+=`: ${e.failed_steps} of ${wo(e.steps,"step")} missed ${Nr(n)}`),s&&(c+=` (${wo(s,"sweep")} a step)`),(e.stopped||e.status==="interrupted")&&(c=`Stopped at ${wi(i.end)} s, ${c[0].toLowerCase()}${c.slice(1)}`),e.steps===0&&(c=e.stopped?"Stopped before the first step":"No step was taken");const u=p=>{const y=e.failed.map(([,C])=>C),S=1e-9*(i.end-i.start),x=p>0?y.find(C=>C>t.time+S)??y[0]:[...y].reverse().find(C=>C<t.time-S)??y[y.length-1];x!==void 0&&(t.playing=!1,t.time=x,t.tell("playing"),t.tell("time"))},h=i.head.clauses.map(([,p,y],S)=>{const x=e.worst[S];return ot("tr",{},ot("td",{},y),ot("td",{class:"number"},x==null?"not a number":Nr(x)),ot("td",{class:"muted"},p))}),f=e.remarks.map(([p,y])=>`${y?"✗":"·"} ${p}`),d=[...e.stopped?[e.stopped]:[],...f,...i.head.notes],g=ot("div",{class:"popover",hidden:""},ot("h3",{},"Worst defect of all steps"),ot("table",{},...h),ot("p",{class:"muted small"},"Measured from the velocity that each step reached, by code that knows no solver. A run is certified when every step is, and overlap, energy and passing through stay within their limits."),...d.map(p=>ot("p",{class:"small"},p))),_=mn("","what was certified",()=>g.hidden=!g.hidden,`badge ${o?l?"good remarks":"good":"bad"}`);_.append(ot("i"),ot("span",{},c));const m=ot("div",{class:"badge-box"},_,g);return e.failed.length&&m.append(mn("show","go to the next missed step (])",()=>u(1),"link")),document.addEventListener("click",p=>{m.contains(p.target)||(g.hidden=!0)}),{element:m,jump:u}}const Va=["open","stick","slip","impact"],Dh={f64:{size:8,make:i=>new Float64Array(i)},f32:{size:4,make:i=>new Float32Array(i)},u32:{size:4,make:i=>new Uint32Array(i)},u16:{size:2,make:i=>new Uint16Array(i)},u8:{size:1,make:i=>new Uint8Array(i)}};function Hp(i,t){const{size:e,make:n}=Dh[t.type],{count:s}=t,r=new ArrayBuffer(s*e),o=new Uint8Array(r);for(let l=0;l<e;l++){const c=l*s;for(let u=0,h=l;u<s;u++,h+=e)o[h]=i[c+u]}const a=Math.max(1,t.width);if(t.type==="f64"||t.type==="f32"){const l=new Uint32Array(r),c=a*e/4;for(let u=c;u<l.length;u++)l[u]^=l[u-c]}else{const l=n(r);for(let c=a;c<l.length;c++)l[c]+=l[c-a]}return n(r)}function Vp(i,t){const e=new Float32Array(i.length),n=t.length;for(let s=0;s<e.length;s++){const[r,o]=t[s%n];e[s]=r+o*i[s]}return e}class Gp{constructor(t,e){this.head=t;const n=r=>e.get(r)??new Float64Array(0);this.times=n("times"),this.steps=n("steps"),this.columns=n("columns"),this.values=n("bodies"),this.strip=n("strip"),this.starts=n("starts"),this.a=n("a"),this.b=n("b"),this.point=n("point"),this.normal=n("normal"),this.force=n("force"),this.forceN=n("force_n"),this.gap=n("gap"),this.status=n("status"),this.width=t.body_columns.length;let s=0;this.moving=Int32Array.from(t.bodies,r=>r.kind==="fixed"?-1:s++),this.movingCount=s}get end(){return this.times[this.times.length-1]??0}get start(){return this.times[0]??0}frameAt(t){let e=0,n=this.times.length-1;const s=t+1e-9*Math.max(1e-9,this.end-this.start);for(;e<n;){const r=e+n+1>>1;this.times[r]<=s?e=r:n=r-1}return e}nearest(t){const e=this.frameAt(t),n=Math.min(e+1,this.times.length-1);return t-this.times[e]>this.times[n]-t?n:e}contactFrame(t){return t-t%this.head.contacts_every}value(t,e,n){return this.values[(t*this.movingCount+this.moving[e])*this.width+n]}poses(t,e,n,s){const{values:r,width:o,movingCount:a,head:l}=this,c=a*o,u=t+1<this.times.length?t+1:t;for(let h=0;h<this.moving.length;h++){const f=this.moving[h];if(f<0)continue;const d=t*c+f*o,g=u*c+f*o,_=e;if(l.plane){const U=r[d+2]+_*(r[g+2]-r[d+2]);n[3*h]=r[d]+_*(r[g]-r[d]),n[3*h+1]=r[d+1]+_*(r[g+1]-r[d+1]),s[4*h+2]=Math.sin(U/2),s[4*h+3]=Math.cos(U/2);continue}for(let U=0;U<3;U++)n[3*h+U]=r[d+U]+_*(r[g+U]-r[d+U]);let m=0;for(let U=3;U<7;U++)m+=r[d+U]*r[g+U];const p=m<0?-_:_;let y=(1-_)*r[d+3]+p*r[g+3],S=(1-_)*r[d+4]+p*r[g+4],x=(1-_)*r[d+5]+p*r[g+5],C=(1-_)*r[d+6]+p*r[g+6];const A=1/(Math.hypot(S,x,C,y)||1);s[4*h]=S*A,s[4*h+1]=x*A,s[4*h+2]=C*A,s[4*h+3]=y*A}}bodySeries(t,e){return Float64Array.from(this.times,(n,s)=>this.value(s,t,e))}columnSeries(t){const e=this.head.columns.length;return Float64Array.from(this.times,(n,s)=>this.columns[s*e+t])}stripSeries(t){const e=this.head.strip_columns.length,n=this.head.strip_columns.indexOf(t),s=e?this.strip.length/e:0;return Float64Array.from({length:n<0?0:s},(r,o)=>this.strip[o*e+n])}bodyName(t){return this.head.bodies[t]?.name??`body ${t}`}}async function Wp(i){let t;const e=i.dataset.source;if(e){const s=await fetch(e);if(!s.ok||!s.body)throw new Error(`the server answered ${s.status} for ${e}`);t=s.body}else{const s=atob((i.textContent??"").trim());i.textContent="";const r=new Uint8Array(s.length);for(let o=0;o<r.length;o++)r[o]=s.charCodeAt(o);t=new Blob([r]).stream()}const n=t.pipeThrough(new DecompressionStream("deflate"));return Xp(new Uint8Array(await new Response(n).arrayBuffer()))}function Xp(i){const t=new TextDecoder;if(t.decode(i.subarray(0,8))!=="DRYSHOW1")throw new Error("this is no run of Drystone");const e=new DataView(i.buffer,i.byteOffset).getUint32(8,!0),n=JSON.parse(t.decode(i.subarray(12,12+e))),s=new Map;let r=12+e;for(const o of n.blocks){const a=o.count*Dh[o.type].size,l=Hp(i.subarray(r,r+a),o);s.set(o.name,o.grid?Vp(l,o.grid):l),r+=a}return new Gp(n,s)}function Yp(i,t,e){const n=ot("div",{class:"views"}),s=i.head.plane?["fit"]:["fit","top","front","side"],r={fit:"Fit",top:"Top",front:"Front",side:"Side"};s.forEach((m,p)=>n.append(mn(r[m],`${r[m].toLowerCase()} view (${p+1})`,()=>e.look(m),"flat")));const o=ot("div",{class:"toggles"}),a=[["contacts","Contacts","c",i.forceN.length>0],["forces","Forces","f",i.forceN.length>0],["chains","Chains","n",i.forceN.length>0],["joints","Joints","j",i.head.links.length>0]],l=[];for(const[m,p,y,S]of a){if(!S)continue;const x=mn(p,`${p.toLowerCase()} (${y})`,()=>{t.display[m]=!t.display[m],t.tell("display")},"flat");l.push(()=>x.setAttribute("aria-pressed",String(t.display[m]))),o.append(x)}const c=ot("input",{type:"range",min:"-1",max:"1",step:"0.05",title:"length of the arrows","aria-label":"length of the arrows"});c.addEventListener("input",()=>{t.display.scale=+(10**+c.value).toPrecision(3),t.tell("display")});const u=mn("log","lengths by logarithm (l)",()=>{t.display.log=!t.display.log,t.tell("display")},"flat"),h=ot("div",{class:"scale"},c,u);l.push(()=>{h.hidden=!t.display.forces||i.forceN.length===0,u.setAttribute("aria-pressed",String(t.display.log)),document.activeElement!==c&&(c.value=String(Math.log10(t.display.scale)))});const f=ot("div",{class:"legend"}),d=Va.map(m=>{const p=ot("span",{class:"value"});return f.append(ot("span",{class:"key"},ot("i",{class:`status ${m}`}),m,p)),p}),g=()=>{f.hidden=i.forceN.length===0||!(t.display.contacts||t.display.forces);const m=i.contactFrame(i.frameAt(t.time)),p=[0,0,0,0];for(let y=i.starts[m]??0;y<(i.starts[m+1]??0);y++)p[i.status[y]]++;p.forEach((y,S)=>{d[S].textContent!==String(y)&&(d[S].textContent=String(y))})},_=()=>{l.forEach(m=>m()),g()};return t.on("display",_),t.on("time",g),_(),ot("div",{class:"over"},ot("div",{class:"over-top"},ot("div",{class:"row"},o,h),n),f)}const qp=!0,Ze="u-",$p="uplot",Kp=Ze+"hz",jp=Ze+"vt",Zp=Ze+"title",Jp=Ze+"wrap",Qp=Ze+"under",tm=Ze+"over",em=Ze+"axis",ls=Ze+"off",nm=Ze+"select",im=Ze+"cursor-x",sm=Ze+"cursor-y",rm=Ze+"cursor-pt",om=Ze+"legend",am=Ze+"live",lm=Ze+"inline",cm=Ze+"series",hm=Ze+"marker",Lh=Ze+"label",um=Ze+"value",Fr="width",Or="height",Br="top",Uh="bottom",Hs="left",Ga="right",Wa="#000",Ih=Wa+"0",Xa="mousemove",Nh="mousedown",Ya="mouseup",Fh="mouseenter",Oh="mouseleave",Bh="dblclick",fm="resize",dm="scroll",zh="change",Ro="dppxchange",qa="--",Vs=typeof window<"u",$a=Vs?document:null,Gs=Vs?window:null,pm=Vs?navigator:null;let ge,Co;function Ka(){let i=devicePixelRatio;ge!=i&&(ge=i,Co&&Ja(zh,Co,Ka),Co=matchMedia(`(min-resolution: ${ge-.001}dppx) and (max-resolution: ${ge+.001}dppx)`),cs(zh,Co,Ka),Gs.dispatchEvent(new CustomEvent(Ro)))}function Fn(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function ja(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Ne(i,t,e){i.style[t]=e+"px"}function ii(i,t,e,n){let s=$a.createElement(i);return t!=null&&Fn(s,t),e?.insertBefore(s,n),s}function Kn(i,t){return ii("div",i,t)}const kh=new WeakMap;function di(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=kh.get(i);r!=o&&(i.style.transform=r,kh.set(i,r),t<0||e<0||t>n||e>s?Fn(i,ls):ja(i,ls))}const Hh=new WeakMap;function Vh(i,t,e){let n=t+e,s=Hh.get(i);n!=s&&(Hh.set(i,n),i.style.background=t,i.style.borderColor=e)}const Gh=new WeakMap;function Wh(i,t,e,n){let s=t+""+e,r=Gh.get(i);s!=r&&(Gh.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}const Za={passive:!0},mm={...Za,capture:!0};function cs(i,t,e,n){t.addEventListener(i,e,n?mm:Za)}function Ja(i,t,e,n){t.removeEventListener(i,e,Za)}Vs&&Ka();function si(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:Bn((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Xh(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}const Yh=i=>i!=null,qh=i=>i!=null&&i>0,Po=Xh(Yh),gm=Xh(qh);function _m(i,t,e,n=0,s=!1){let r=s?gm:Po,o=s?qh:Yh;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let u=i[c];o(u)&&(u<a?a=u:u>l&&(l=u))}return[a??Ae,l??-Ae]}function Do(i,t,e,n){let s=jh(i),r=jh(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Ai:Zh,a=s==1?Bn:jn,l=r==1?jn:Bn,c=a(o(Je(i))),u=l(o(Je(t))),h=Ws(e,c),f=Ws(e,u);return e==10&&(c<0&&(h=Re(h,-c)),u<0&&(f=Re(f,-u))),n||e==2?(i=h*s,t=f*r):(i=su(i,h),t=Io(t,f)),[i,t]}function Qa(i,t,e,n){let s=Do(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}const tl=.1,$h={mode:3,pad:tl},zr={pad:0,soft:null,mode:0},vm={min:zr,max:zr};function Lo(i,t,e,n){return No(e)?Kh(i,t,e):(zr.pad=e,zr.soft=n?0:null,zr.mode=n?3:0,Kh(i,t,vm))}function fe(i,t){return i??t}function xm(i,t,e){for(t=fe(t,0),e=fe(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function Kh(i,t,e){let n=e.min,s=e.max,r=fe(n.pad,0),o=fe(s.pad,0),a=fe(n.hard,-Ae),l=fe(s.hard,Ae),c=fe(n.soft,Ae),u=fe(s.soft,-Ae),h=fe(n.mode,0),f=fe(s.mode,0),d=t-i,g=Ai(d),_=yn(Je(i),Je(t)),m=Ai(_),p=Je(m-g);(d<1e-24||p>10)&&(d=0,(i==0||t==0)&&(d=1e-24,h==2&&c!=Ae&&(r=0),f==2&&u!=-Ae&&(o=0)));let y=d||_||1e3,S=Ai(y),x=Ws(10,Bn(S)),C=y*(d==0?i==0?.1:1:r),A=Re(su(i-C,x/10),24),U=i>=c&&(h==1||h==3&&A<=c||h==2&&A>=c)?c:Ae,F=yn(a,A<U&&i>=U?U:ri(U,A)),T=y*(d==0?t==0?.1:1:o),b=Re(Io(t+T,x/10),24),P=t<=u&&(f==1||f==3&&b>=u||f==2&&b<=u)?u:-Ae,B=ri(l,b>P&&t<=P?P:yn(P,b));return F==B&&F==0&&(B=100),[F,B]}const ym=new Intl.NumberFormat(Vs?pm.language:"en-US"),el=i=>ym.format(i),On=Math,Uo=On.PI,Je=On.abs,Bn=On.floor,Qe=On.round,jn=On.ceil,ri=On.min,yn=On.max,Ws=On.pow,jh=On.sign,Ai=On.log10,Zh=On.log2,Mm=(i,t=1)=>On.sinh(i)*t,nl=(i,t=1)=>On.asinh(i/t),Ae=1/0;function Jh(i){return(Ai((i^i>>31)-(i>>31))|0)+1}function il(i,t,e){return ri(yn(i,t),e)}function Qh(i){return typeof i=="function"}function le(i){return Qh(i)?i:()=>i}const Sm=()=>{},tu=i=>i,eu=(i,t)=>t,Em=i=>null,nu=i=>!0,iu=(i,t)=>i==t,bm=/\.\d*?(?=9{6,}|0{6,})/gm,hs=i=>{if(ou(i)||Gi.has(i))return i;const t=`${i}`,e=t.match(bm);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${hs(s)}e${r}`}return Re(i,n)};function us(i,t){return hs(Re(hs(i/t))*t)}function Io(i,t){return hs(jn(hs(i/t))*t)}function su(i,t){return hs(Bn(hs(i/t))*t)}function Re(i,t=0){if(ou(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return Qe(n)/e}const Gi=new Map;function ru(i){return((""+i).split(".")[1]||"").length}function kr(i,t,e,n){let s=[],r=n.map(ru);for(let o=t;o<e;o++){let a=Je(o),l=Re(Ws(i,o),a);for(let c=0;c<n.length;c++){let u=i==10?+`${n[c]}e${o}`:n[c]*l,h=(o>=0?0:a)+(o>=r[c]?0:r[c]),f=i==10?u:Re(u,h);s.push(f),Gi.set(f,h)}}return s}const Hr={},sl=[],Xs=[null,null],Wi=Array.isArray,ou=Number.isInteger,Tm=i=>i===void 0;function au(i){return typeof i=="string"}function No(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function wm(i){return i!=null&&typeof i=="object"}const Am=Object.getPrototypeOf(Uint8Array),lu="__proto__";function Ys(i,t=No){let e;if(Wi(i)){let n=i.find(s=>s!=null);if(Wi(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Ys(i[s],t)}else e=i.slice()}else if(i instanceof Am)e=i.slice();else if(t(i)){e={};for(let n in i)n!=lu&&(e[n]=Ys(i[n],t))}else e=i;return e}function Ye(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=lu&&(No(i[s])?Ye(i[s],Ys(n[s])):i[s]=Ys(n[s]))}return i}const Rm=0,Cm=1,Pm=2;function Dm(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function Lm(i,t){if(Nm(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return Fm(o[0])||(o=Im(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let u=0;u<c;u++)e.add(l[u])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let u=a[c],h=Array(s).fill(void 0),f=t?t[o][c]:Cm,d=[];for(let g=0;g<u.length;g++){let _=u[g],m=r.get(l[g]);_===null?f!=Rm&&(h[m]=_,f==Pm&&d.push(m)):h[m]=_}Dm(h,d,s),n.push(h)}}return n}const Um=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function Im(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function Nm(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function Fm(i,t=100){const e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;const r=yn(1,Bn((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){const l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}const cu=["January","February","March","April","May","June","July","August","September","October","November","December"],hu=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function uu(i){return i.slice(0,3)}const Om=hu.map(uu),Bm=cu.map(uu),zm={MMMM:cu,MMM:Bm,WWWW:hu,WWW:Om};function Vr(i){return(i<10?"0":"")+i}function km(i){return(i<10?"00":i<100?"0":"")+i}const Hm={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>Vr(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Vr(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>Vr(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Vr(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Vr(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>km(i.getMilliseconds())};function rl(i,t){t=t||zm;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?Hm[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}const Vm=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Gm(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==Vm?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}const fu=i=>i%1==0,Fo=[1,2,2.5,5],Wm=kr(10,-32,0,Fo),du=kr(10,0,32,Fo),Xm=du.filter(fu),fs=Wm.concat(du),ol=`
`,pu="{YYYY}",mu=ol+pu,gu="{M}/{D}",Gr=ol+gu,Oo=Gr+"/{YY}",_u="{aa}",qs="{h}:{mm}"+_u,vu=ol+qs,xu=":{ss}",ye=null;function yu(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?kr(10,0,3,Fo).filter(fu):kr(10,-3,0,Fo)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]);const c=[[o,pu,ye,ye,ye,ye,ye,ye,1],[s*28,"{MMM}",mu,ye,ye,ye,ye,ye,1],[s,gu,mu,ye,ye,ye,ye,ye,1],[n,"{h}"+_u,Oo,ye,Gr,ye,ye,ye,1],[e,qs,Oo,ye,Gr,ye,ye,ye,1],[t,xu,Oo+" "+qs,ye,Gr+" "+qs,ye,vu,ye,1],[i,xu+".{fff}",Oo+" "+qs,ye,Gr+" "+qs,ye,vu,ye,1]];function u(h){return(f,d,g,_,m,p)=>{let y=[],S=m>=o,x=m>=r&&m<o,C=h(g),A=Re(C*i,3),U=al(C.getFullYear(),S?0:C.getMonth(),x||S?1:C.getDate()),F=Re(U*i,3);if(x||S){let T=x?m/r:0,b=S?m/o:0,P=A==F?A:Re(al(U.getFullYear()+b,U.getMonth()+T,1)*i,3),B=new Date(Qe(P/i)),H=B.getFullYear(),W=B.getMonth();for(let X=0;P<=_;X++){let Y=al(H+b*X,W+T*X,1),J=Y-h(Re(Y*i,3));P=Re((+Y+J)*i,3),P<=_&&y.push(P)}}else{let T=m>=s?s:m,b=Bn(g)-Bn(A),P=F+b+Io(A-F,T);y.push(P);let B=h(P),H=B.getHours()+B.getMinutes()/e+B.getSeconds()/n,W=m/n,X=f.axes[d]._space,Y=p/X;for(;P=Re(P+m,i==1?0:3),!(P>_);)if(W>1){let J=Bn(Re(H+W,6))%24,K=h(P).getHours()-J;K>1&&(K=-1),P-=K*n,H=(H+W)%24;let ut=y[y.length-1];Re((P-ut)/m,3)*Y>=.7&&y.push(P)}else y.push(P)}return y}}return[l,c,u]}const[Ym,qm,$m]=yu(1),[Km,jm,Zm]=yu(.001);kr(2,-53,53,[1]);function Mu(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function Su(i,t){return(e,n,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],l,c,u,h,f,d;return n.map(g=>{let _=i(g),m=_.getFullYear(),p=_.getMonth(),y=_.getDate(),S=_.getHours(),x=_.getMinutes(),C=_.getSeconds(),A=m!=l&&a[2]||p!=c&&a[3]||y!=u&&a[4]||S!=h&&a[5]||x!=f&&a[6]||C!=d&&a[7]||a[1];return l=m,c=p,u=y,h=S,f=x,d=C,A(_)})}}function Jm(i,t){let e=rl(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function al(i,t,e){return new Date(i,t,e)}function Eu(i,t){return t(i)}const Qm="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function bu(i,t){return(e,n,s,r)=>r==null?qa:t(i(n))}function tg(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function eg(i,t){return i.series[t].fill(i,t)}const ng={show:!0,live:!0,isolate:!1,mount:Sm,markers:{show:!0,width:2,stroke:tg,fill:eg,dash:"solid"},idx:null,idxs:null,values:[]};function ig(i,t){let e=i.cursor.points,n=Kn(),s=e.size(i,t);Ne(n,Fr,s),Ne(n,Or,s);let r=s/-2;Ne(n,"marginLeft",r),Ne(n,"marginTop",r);let o=e.width(i,t,s);return o&&Ne(n,"borderWidth",o),n}function sg(i,t){let e=i.series[t].points;return e._fill||e._stroke}function rg(i,t){let e=i.series[t].points;return e._stroke||e._fill}function og(i,t){return i.series[t].points.size}const ll=[0,0];function ag(i,t,e){return ll[0]=t,ll[1]=e,ll}function Bo(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function cl(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}const lg={show:!0,x:!0,y:!0,lock:!1,move:ag,points:{one:!1,show:ig,size:og,width:0,stroke:rg,fill:sg},bind:{mousedown:Bo,mouseup:Bo,click:Bo,dblclick:Bo,mousemove:cl,mouseleave:cl,mouseenter:cl},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Tu={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},hl=Ye({},Tu,{filter:eu}),wu=Ye({},hl,{size:10}),Au=Ye({},Tu,{show:!1}),ul='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Ru="bold "+ul,Cu=1.5,Pu={show:!0,scale:"x",stroke:Wa,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Ru,side:2,grid:hl,ticks:wu,border:Au,font:ul,lineGap:Cu,rotate:0},cg="Value",hg="Time",Du={show:!0,scale:"x",auto:!1,sorted:1,min:Ae,max:-Ae,idxs:[]};function ug(i,t,e,n,s){return t.map(r=>r==null?"":el(r))}function fg(i,t,e,n,s,r,o){let a=[],l=Gi.get(s)||0;e=o?e:Re(Io(e,s),l);for(let c=e;c<=n;c=Re(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function fl(i,t,e,n,s,r,o){const a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Ai:Zh,u=Bn(c(e));s=Ws(l,u),l==10&&(s=fs[si(s,fs)]);let h=e,f=s*l;l==10&&(f=fs[si(f,fs)]);do a.push(h),h=h+s,l==10&&!Gi.has(h)&&(h=Re(h,Gi.get(s))),h>=f&&(s=h,f=s*l,l==10&&(f=fs[si(f,fs)]));while(h<=n);return a}function dg(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?fl(i,t,yn(l,e),n,s):[l],u=n>=0&&e<=0?[0]:[];return(e<-l?fl(i,t,yn(l,-n),-e,s):[l]).reverse().map(f=>-f).concat(u,c)}const Lu=/./,pg=/[12357]/,mg=/[125]/,Uu=/1/,dl=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function gg(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,u=l(10,o),h=l(9,o)-u>=c?Lu:l(7,o)-u>=c?pg:l(5,o)-u>=c?mg:Uu;if(h==Uu){let f=Je(l(1,o)-u);if(f<c)return dl(t.slice().reverse(),a.distr,h,jn(c/f)).reverse()}return dl(t,a.distr,h,1)}function _g(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=Je(l(1,o)-l(2,o));return c<a?dl(t.slice().reverse(),3,Lu,jn(a/c)).reverse():t}function vg(i,t,e,n){return n==null?qa:t==null?"":el(t)}const Iu={show:!0,scale:"y",stroke:Wa,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Ru,side:3,grid:hl,ticks:wu,border:Au,font:ul,lineGap:Cu,rotate:0};function xg(i,t){let e=3+(i||1)*2;return Re(e*t,3)}function yg(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=Je(o-r),l=i.series[t],c=a/(l.points.space*ge);return n[1]-n[0]<=c}const Nu={scale:null,auto:!0,sorted:0,min:Ae,max:-Ae},Fu=(i,t,e,n,s)=>s,Ou={show:!0,auto:!0,sorted:0,gaps:Fu,alpha:1,facets:[Ye({},Nu,{scale:"x"}),Ye({},Nu,{scale:"y"})]},Bu={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Fu,alpha:1,points:{show:yg,filter:null},values:null,min:Ae,max:-Ae,idxs:[],path:null,clip:null};function Mg(i,t,e,n,s){return e/10}const zu={time:qp,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Sg=Ye({},zu,{time:!1,ori:1}),ku={};function Hu(i,t){let e=ku[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let u=0;u<e.plots.length;u++)e.plots[u]!=s&&e.plots[u].pub(n,s,r,o,a,l,c)}},i!=null&&(ku[i]=e)),e}const $s=1,pl=2;function ds(i,t,e){const n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox;let l=r[0],c=n==2?r[1]:r[t],u=n==2?o[s.facets[0].scale]:o[i.series[0].scale],h=n==2?o[s.facets[1].scale]:o[s.scale],f=a.left,d=a.top,g=a.width,_=a.height,m=i.valToPosH,p=i.valToPosV;return u.ori==0?e(s,l,c,u,h,m,p,f,d,g,_,ko,Ks,Vo,Wu,Yu):e(s,l,c,u,h,p,m,d,f,_,g,Ho,js,_l,Xu,qu)}function ml(i,t){let e=0,n=0,s=fe(i.bands,sl);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function Eg(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Ri(i,t,e,n,s,r){return ds(i,t,(o,a,l,c,u,h,f,d,g,_,m)=>{let p=o.pxRound;const y=c.dir*(c.ori==0?1:-1),S=c.ori==0?Ks:js;let x,C;y==1?(x=e,C=n):(x=n,C=e);let A=p(h(a[x],c,_,d)),U=p(f(l[x],u,m,g)),F=p(h(a[C],c,_,d)),T=p(f(r==1?u.max:u.min,u,m,g)),b=new Path2D(s);return S(b,F,T),S(b,A,T),S(b,A,U),b})}function zo(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;const a=t==0?Vo:_l;let l=e;for(let h=0;h<i.length;h++){let f=i[h];if(f[1]>f[0]){let d=f[0]-l;d>0&&a(o,l,n,d,n+r),l=f[1]}}let c=e+s-l,u=10;c>0&&a(o,l,n-u/2,c,n+r+u)}return o}function bg(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function gl(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let h=c,f=c;if(s==1)for(;++c<=n&&t[c]===null;)f=c;else for(;--c>=e&&t[c]===null;)f=c;let d=r(i[h]),g=f==h?d:r(i[f]),_=h-s;d=o<=0&&_>=0&&_<l?r(i[_]):d;let p=f+s;g=o>=0&&p>=0&&p<l?r(i[p]):g,g>=d&&a.push([d,g])}return a}function Vu(i){return i==0?tu:i==1?Qe:t=>us(t,i)}function Gu(i){let t=i==0?ko:Ho,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,u=0)=>{c==0&&u==0?n(s,r,o,a,l):(c=ri(c,a/2,l/2),u=ri(u,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,u),e(s,r,o+l,r,o,u),e(s,r,o,r+a,o,c),s.closePath())}}const ko=(i,t,e)=>{i.moveTo(t,e)},Ho=(i,t,e)=>{i.moveTo(e,t)},Ks=(i,t,e)=>{i.lineTo(t,e)},js=(i,t,e)=>{i.lineTo(e,t)},Vo=Gu(0),_l=Gu(1),Wu=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},Xu=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},Yu=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},qu=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function $u(i){return(t,e,n,s,r)=>ds(t,e,(o,a,l,c,u,h,f,d,g,_,m)=>{let{pxRound:p,points:y}=o,S,x;c.ori==0?(S=ko,x=Wu):(S=Ho,x=Xu);const C=Re(y.width*ge,3);let A=(y.size-y.width)/2*ge,U=Re(A*2,3),F=new Path2D,T=new Path2D,{left:b,top:P,width:B,height:H}=t.bbox;Vo(T,b-U,P-U,B+U*2,H+U*2);const W=X=>{if(l[X]!=null){let Y=p(h(a[X],c,_,d)),J=p(f(l[X],u,m,g));S(F,Y+A,J),x(F,Y,J,A,0,Uo*2)}};if(r)r.forEach(W);else for(let X=n;X<=s;X++)W(X);return{stroke:C>0?F:null,fill:F,clip:T,flags:$s|pl}})}function Ku(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}const Tg=Ku(Ks),wg=Ku(js);function ju(i){const t=fe(i?.alignGaps,0);return(e,n,s,r)=>ds(e,n,(o,a,l,c,u,h,f,d,g,_,m)=>{[s,r]=Po(l,s,r);let p=o.pxRound,y=H=>p(h(H,c,_,d)),S=H=>p(f(H,u,m,g)),x,C;c.ori==0?(x=Ks,C=Tg):(x=js,C=wg);const A=c.dir*(c.ori==0?1:-1),U={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:$s},F=U.stroke;let T=!1;if(r-s>=_*4){let H=gt=>e.posToVal(gt,c.key,!0),W=null,X=null,Y,J,Q,at=y(a[A==1?s:r]),K=y(a[s]),ut=y(a[r]),xt=H(A==1?K+1:ut-1);for(let gt=A==1?s:r;gt>=s&&gt<=r;gt+=A){let qt=a[gt],tt=(A==1?qt<xt:qt>xt)?at:y(qt),nt=l[gt];tt==at?nt!=null?(J=nt,W==null?(x(F,tt,S(J)),Y=W=X=J):J<W?W=J:J>X&&(X=J)):nt===null&&(T=!0):(W!=null&&C(F,at,S(W),S(X),S(Y),S(J)),nt!=null?(J=nt,x(F,tt,S(J)),W=X=Y=J):(W=X=null,nt===null&&(T=!0)),at=tt,xt=H(at+A))}W!=null&&W!=X&&Q!=at&&C(F,at,S(W),S(X),S(Y),S(J))}else for(let H=A==1?s:r;H>=s&&H<=r;H+=A){let W=l[H];W===null?T=!0:W!=null&&x(F,y(a[H]),S(W))}let[P,B]=ml(e,n);if(o.fill!=null||P!=0){let H=U.fill=new Path2D(F),W=o.fillTo(e,n,o.min,o.max,P),X=S(W),Y=y(a[s]),J=y(a[r]);A==-1&&([J,Y]=[Y,J]),x(H,J,X),x(H,Y,X)}if(!o.spanGaps){let H=[];T&&H.push(...gl(a,l,s,r,A,y,t)),U.gaps=H=o.gaps(e,n,s,r,H),U.clip=zo(H,c.ori,d,g,_,m)}return B!=0&&(U.band=B==2?[Ri(e,n,s,r,F,-1),Ri(e,n,s,r,F,1)]:Ri(e,n,s,r,F,B)),U})}function Ag(i){const t=fe(i.align,1),e=fe(i.ascDesc,!1),n=fe(i.alignGaps,0),s=fe(i.extend,!1);return(r,o,a,l)=>ds(r,o,(c,u,h,f,d,g,_,m,p,y,S)=>{[a,l]=Po(h,a,l);let x=c.pxRound,{left:C,width:A}=r.bbox,U=K=>x(g(K,f,y,m)),F=K=>x(_(K,d,S,p)),T=f.ori==0?Ks:js;const b={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:$s},P=b.stroke,B=f.dir*(f.ori==0?1:-1);let H=F(h[B==1?a:l]),W=U(u[B==1?a:l]),X=W,Y=W;s&&t==-1&&(Y=C,T(P,Y,H)),T(P,W,H);for(let K=B==1?a:l;K>=a&&K<=l;K+=B){let ut=h[K];if(ut==null)continue;let xt=U(u[K]),gt=F(ut);t==1?T(P,xt,H):T(P,X,gt),T(P,xt,gt),H=gt,X=xt}let J=X;s&&t==1&&(J=C+A,T(P,J,H));let[Q,at]=ml(r,o);if(c.fill!=null||Q!=0){let K=b.fill=new Path2D(P),ut=c.fillTo(r,o,c.min,c.max,Q),xt=F(ut);T(K,J,xt),T(K,Y,xt)}if(!c.spanGaps){let K=[];K.push(...gl(u,h,a,l,B,U,n));let ut=c.width*ge/2,xt=e||t==1?ut:-ut,gt=e||t==-1?-ut:ut;K.forEach(qt=>{qt[0]+=xt,qt[1]+=gt}),b.gaps=K=c.gaps(r,o,a,l,K),b.clip=zo(K,f.ori,m,p,y,S)}return at!=0&&(b.band=at==2?[Ri(r,o,a,l,P,-1),Ri(r,o,a,l,P,1)]:Ri(r,o,a,l,P,at)),b})}function Zu(i,t,e,n,s,r,o=Ae){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let u=Je(i[l]-i[a]);u<c&&(c=u,o=Je(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function Rg(i){i=i||Hr;const t=fe(i.size,[.6,Ae,1]),e=i.align||0,n=i.gap||0;let s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;const r=le(s),o=1-t[0],a=fe(t[1],Ae),l=fe(t[2],1),c=fe(i.disp,Hr),u=fe(i.each,d=>{}),{fill:h,stroke:f}=c;return(d,g,_,m)=>ds(d,g,(p,y,S,x,C,A,U,F,T,b,P)=>{let B=p.pxRound,H=e,W=n*ge,X=a*ge,Y=l*ge,J,Q;x.ori==0?[J,Q]=r(d,g):[Q,J]=r(d,g);const at=x.dir*(x.ori==0?1:-1);let K=x.ori==0?Vo:_l,ut=x.ori==0?u:(N,j,it,et,Ft,ft,Lt)=>{u(N,j,it,Ft,et,Lt,ft)},xt=fe(d.bands,sl).find(N=>N.series[0]==g),gt=xt!=null?xt.dir:0,qt=p.fillTo(d,g,p.min,p.max,gt),$t=B(U(qt,C,P,T)),tt,nt,bt,kt=b,yt=B(p.width*ge),Qt=!1,De=null,I=null,ue=null,jt=null;h!=null&&(yt==0||f!=null)&&(Qt=!0,De=h.values(d,g,_,m),I=new Map,new Set(De).forEach(N=>{N!=null&&I.set(N,new Path2D)}),yt>0&&(ue=f.values(d,g,_,m),jt=new Map,new Set(ue).forEach(N=>{N!=null&&jt.set(N,new Path2D)})));let{x0:Wt,size:Nt}=c;if(Wt!=null&&Nt!=null){H=1,y=Wt.values(d,g,_,m),Wt.unit==2&&(y=y.map(it=>d.posToVal(F+it*b,x.key,!0)));let N=Nt.values(d,g,_,m);Nt.unit==2?nt=N[0]*b:nt=A(N[0],x,b,F)-A(0,x,b,F),kt=Zu(y,S,A,x,b,F,kt),bt=kt-nt+W}else kt=Zu(y,S,A,x,b,F,kt),bt=kt*o+W,nt=kt-bt;bt<1&&(bt=0),yt>=nt/2&&(yt=0),bt<5&&(B=tu);let Me=bt>0,Pt=kt-bt-(Me?yt:0);nt=B(il(Pt,Y,X)),tt=(H==0?nt/2:H==at?0:nt)-H*at*((H==0?W/2:0)+(Me?yt/2:0));const Gt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},Fe=Qt?null:new Path2D;let ve=null;if(xt!=null)ve=d.data[xt.series[1]];else{let{y0:N,y1:j}=c;N!=null&&j!=null&&(S=j.values(d,g,_,m),ve=N.values(d,g,_,m))}let D=J*nt,M=Q*nt;for(let N=at==1?_:m;N>=_&&N<=m;N+=at){let j=S[N];if(j==null)continue;if(ve!=null){let vt=ve[N]??0;if(j-vt==0)continue;$t=U(vt,C,P,T)}let it=x.distr!=2||c!=null?y[N]:N,et=A(it,x,b,F),Ft=U(fe(j,qt),C,P,T),ft=B(et-tt),Lt=B(yn(Ft,$t)),At=B(ri(Ft,$t)),lt=Lt-At;if(j!=null){let vt=j<0?M:D,zt=j<0?D:M;Qt?(yt>0&&ue[N]!=null&&K(jt.get(ue[N]),ft,At+Bn(yt/2),nt,yn(0,lt-yt),vt,zt),De[N]!=null&&K(I.get(De[N]),ft,At+Bn(yt/2),nt,yn(0,lt-yt),vt,zt)):K(Fe,ft,At+Bn(yt/2),nt,yn(0,lt-yt),vt,zt),ut(d,g,N,ft-yt/2,At,nt+yt,lt)}}return yt>0?Gt.stroke=Qt?jt:Fe:Qt||(Gt._fill=p.width==0?p._fill:p._stroke??p._fill,Gt.width=0),Gt.fill=Qt?I:Fe,Gt})}function Cg(i,t){const e=fe(t?.alignGaps,0);return(n,s,r,o)=>ds(n,s,(a,l,c,u,h,f,d,g,_,m,p)=>{[r,o]=Po(c,r,o);let y=a.pxRound,S=J=>y(f(J,u,m,g)),x=J=>y(d(J,h,p,_)),C,A,U;u.ori==0?(C=ko,U=Ks,A=Yu):(C=Ho,U=js,A=qu);const F=u.dir*(u.ori==0?1:-1);let T=S(l[F==1?r:o]),b=T,P=[],B=[];for(let J=F==1?r:o;J>=r&&J<=o;J+=F)if(c[J]!=null){let at=l[J],K=S(at);P.push(b=K),B.push(x(c[J]))}const H={stroke:i(P,B,C,U,A,y),fill:null,clip:null,band:null,gaps:null,flags:$s},W=H.stroke;let[X,Y]=ml(n,s);if(a.fill!=null||X!=0){let J=H.fill=new Path2D(W),Q=a.fillTo(n,s,a.min,a.max,X),at=x(Q);U(J,b,at),U(J,T,at)}if(!a.spanGaps){let J=[];J.push(...gl(l,c,r,o,F,S,e)),H.gaps=J=a.gaps(n,s,r,o,J),H.clip=zo(J,u.ori,g,_,m,p)}return Y!=0&&(H.band=Y==2?[Ri(n,s,r,o,W,-1),Ri(n,s,r,o,W,1)]:Ri(n,s,r,o,W,Y)),H})}function Pg(i){return Cg(Dg,i)}function Dg(i,t,e,n,s,r){const o=i.length;if(o<2)return null;const a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),u=Array(o-1),h=Array(o-1);for(let f=0;f<o-1;f++)u[f]=t[f+1]-t[f],h[f]=i[f+1]-i[f],c[f]=u[f]/h[f];l[0]=c[0];for(let f=1;f<o-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=3*(h[f-1]+h[f])/((2*h[f]+h[f-1])/c[f-1]+(h[f]+2*h[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[o-1]=c[o-2];for(let f=0;f<o-1;f++)s(a,i[f]+h[f]/3,t[f]+l[f]*h[f]/3,i[f+1]-h[f]/3,t[f+1]-l[f+1]*h[f]/3,i[f+1],t[f+1])}return a}const vl=new Set;function Ju(){for(let i of vl)i.syncRect(!0)}Vs&&(cs(fm,Gs,Ju),cs(dm,Gs,Ju,!0),cs(Ro,Gs,()=>{fn.pxRatio=ge}));const Lg=ju(),Ug=$u();function Qu(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>xl(r,o,t,e))}function Ig(i,t){return i.map((e,n)=>n==0?{}:Ye({},t,e))}function xl(i,t,e,n){return Ye({},t==0?e:n,i)}function tf(i,t,e){return t==null?Xs:[t,e]}const Ng=tf;function Fg(i,t,e){return t==null?Xs:Lo(t,e,tl,!0)}function ef(i,t,e,n){return t==null?Xs:Do(t,e,i.scales[n].log,!1)}const Og=ef;function nf(i,t,e,n){return t==null?Xs:Qa(t,e,i.scales[n].log,!1)}const Bg=nf;function zg(i,t,e,n,s){let r=yn(Jh(i),Jh(t)),o=t-i,a=si(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Gi.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function sf(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=Qe((e=+s)*ge))+"px"),[i,t,e]}function kg(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Re(t[2]*ge,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function fn(i,t,e){const n={mode:fe(i.mode,1)},s=n.mode;function r(v,E,R,L){let k=E.valToPct(v);return L+R*(E.dir==-1?1-k:k)}function o(v,E,R,L){let k=E.valToPct(v);return L+R*(E.dir==-1?k:1-k)}function a(v,E,R,L){return E.ori==0?r(v,E,R,L):o(v,E,R,L)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;const c=n.root=Kn($p);if(i.id!=null&&(c.id=i.id),Fn(c,i.class),i.title){let v=Kn(Zp,c);v.textContent=i.title}const u=ii("canvas"),h=n.ctx=u.getContext("2d"),f=Kn(Jp,c);cs("click",f,v=>{v.target===g&&(Oe!=Pr||ke!=Dr)&&pn.click(n,v)},!0);const d=n.under=Kn(Qp,f);f.appendChild(u);const g=n.over=Kn(tm,f);i=Ys(i);const _=+fe(i.pxAlign,1),m=Vu(_);(i.plugins||[]).forEach(v=>{v.opts&&(i=v.opts(n,i)||i)});const p=i.ms||.001,y=n.series=s==1?Qu(i.series||[],Du,Bu,!1):Ig(i.series||[null],Ou),S=n.axes=Qu(i.axes||[],Pu,Iu,!0),x=n.scales={},C=n.bands=i.bands||[];C.forEach(v=>{v.fill=le(v.fill||null),v.dir=fe(v.dir,-1)});const A=s==2?y[1].facets[0].scale:y[0].scale,U={axes:vE,series:Os},F=(i.drawOrder||["axes","series"]).map(v=>U[v]);function T(v){const E=v.distr==3?R=>Ai(R>0?R:v.clamp(n,R,v.min,v.max,v.key)):v.distr==4?R=>nl(R,v.asinh):v.distr==100?R=>v.fwd(R):R=>R;return R=>{let L=E(R),{_min:k,_max:q}=v,st=q-k;return(L-k)/st}}function b(v){let E=x[v];if(E==null){let R=(i.scales||Hr)[v]||Hr;if(R.from!=null){b(R.from);let L=Ye({},x[R.from],R,{key:v});L.valToPct=T(L),x[v]=L}else{E=x[v]=Ye({},v==A?zu:Sg,R),E.key=v;let L=E.time,k=E.range,q=Wi(k);if((v!=A||s==2&&!L)&&(q&&(k[0]==null||k[1]==null)&&(k={min:k[0]==null?$h:{mode:1,hard:k[0],soft:k[0]},max:k[1]==null?$h:{mode:1,hard:k[1],soft:k[1]}},q=!1),!q&&No(k))){let st=k;k=(ct,_t,wt)=>_t==null?Xs:Lo(_t,wt,st)}E.range=le(k||(L?Ng:v==A?E.distr==3?Og:E.distr==4?Bg:tf:E.distr==3?ef:E.distr==4?nf:Fg)),E.auto=le(q?!1:E.auto),E.clamp=le(E.clamp||Mg),E._min=E._max=null,E.valToPct=T(E)}}}b("x"),b("y"),s==1&&y.forEach(v=>{b(v.scale)}),S.forEach(v=>{b(v.scale)});for(let v in i.scales)b(v);const P=x[A],B=P.distr;let H,W;P.ori==0?(Fn(c,Kp),H=r,W=o):(Fn(c,jp),H=o,W=r);const X={};for(let v in x){let E=x[v];(E.min!=null||E.max!=null)&&(X[v]={min:E.min,max:E.max},E.min=E.max=null)}const Y=i.tzDate||(v=>new Date(Qe(v/p))),J=i.fmtDate||rl,Q=p==1?$m(Y):Zm(Y),at=Su(Y,Mu(p==1?qm:jm,J)),K=bu(Y,Eu(Qm,J)),ut=[],xt=n.legend=Ye({},ng,i.legend),gt=n.cursor=Ye({},lg,{drag:{y:s==2}},i.cursor),qt=xt.show,$t=gt.show,tt=xt.markers;xt.idxs=ut,tt.width=le(tt.width),tt.dash=le(tt.dash),tt.stroke=le(tt.stroke),tt.fill=le(tt.fill);let nt,bt,kt,yt=[],Qt=[],De,I=!1,ue={};if(xt.live){const v=y[1]?y[1].values:null;I=v!=null,De=I?v(n,1,0):{_:0};for(let E in De)ue[E]=qa}if(qt)if(nt=ii("table",om,c),kt=ii("tbody",null,nt),xt.mount(n,nt),I){bt=ii("thead",null,nt,kt);let v=ii("tr",null,bt);ii("th",null,v);for(var jt in De)ii("th",Lh,v).textContent=jt}else Fn(nt,lm),xt.live&&Fn(nt,am);const Wt={show:!0},Nt={show:!1};function Me(v,E){if(E==0&&(I||!xt.live||s==2))return Xs;let R=[],L=ii("tr",cm,kt,kt.childNodes[E]);Fn(L,v.class),v.show||Fn(L,ls);let k=ii("th",null,L);if(tt.show){let ct=Kn(hm,k);if(E>0){let _t=tt.width(n,E);_t&&(ct.style.border=_t+"px "+tt.dash(n,E)+" "+tt.stroke(n,E)),ct.style.background=tt.fill(n,E)}}let q=Kn(Lh,k);v.label instanceof HTMLElement?q.appendChild(v.label):q.textContent=v.label,E>0&&(tt.show||(q.style.color=v.width>0?tt.stroke(n,E):tt.fill(n,E)),Gt("click",k,ct=>{if(gt._lock)return;dn(ct);let _t=y.indexOf(v);if((ct.ctrlKey||ct.metaKey)!=xt.isolate){let wt=y.some((Ct,It)=>It>0&&It!=_t&&Ct.show);y.forEach((Ct,It)=>{It>0&&Si(It,wt?It==_t?Wt:Nt:Wt,!0,je.setSeries)})}else Si(_t,{show:!v.show},!0,je.setSeries)},!1),In&&Gt(Fh,k,ct=>{gt._lock||(dn(ct),Si(y.indexOf(v),Ur,!0,je.setSeries))},!1));for(var st in De){let ct=ii("td",um,L);ct.textContent="--",R.push(ct)}return[L,R]}const Pt=new Map;function Gt(v,E,R,L=!0){const k=Pt.get(E)||{},q=gt.bind[v](n,E,R,L);q&&(cs(v,E,k[v]=q),Pt.set(E,k))}function Fe(v,E,R){const L=Pt.get(E)||{};for(let k in L)(v==null||k==v)&&(Ja(k,E,L[k]),delete L[k]);v==null&&Pt.delete(E)}let ve=0,D=0,M=0,N=0,j=0,it=0,et=j,Ft=it,ft=M,Lt=N,At=0,lt=0,vt=0,zt=0;n.bbox={};let Bt=!1,Mt=!1,Jt=!1,z=!1,dt=!1,mt=!1;function Dt(v,E,R){(R||v!=n.width||E!=n.height)&&ht(v,E),wr(!1),Jt=!0,Mt=!0,Ar()}function ht(v,E){n.width=ve=M=v,n.height=D=N=E,j=it=0,Te(),de();let R=n.bbox;At=R.left=us(j*ge,.5),lt=R.top=us(it*ge,.5),vt=R.width=us(M*ge,.5),zt=R.height=us(N*ge,.5)}const rt=3;function Ot(){let v=!1,E=0;for(;!v;){E++;let R=gE(E),L=_E(E);v=E==rt||R&&L,v||(ht(n.width,n.height),Mt=!0)}}function te({width:v,height:E}){Dt(v,E)}n.setSize=te;function Te(){let v=!1,E=!1,R=!1,L=!1;S.forEach((k,q)=>{if(k.show&&k._show){let{side:st,_size:ct}=k,_t=st%2,wt=k.label!=null?k.labelSize:0,Ct=ct+wt;Ct>0&&(_t?(M-=Ct,st==3?(j+=Ct,L=!0):R=!0):(N-=Ct,st==0?(it+=Ct,v=!0):E=!0))}}),Hi[0]=v,Hi[1]=R,Hi[2]=E,Hi[3]=L,M-=Mi[1]+Mi[3],j+=Mi[3],N-=Mi[2]+Mi[0],it+=Mi[0]}function de(){let v=j+M,E=it+N,R=j,L=it;function k(q,st){switch(q){case 1:return v+=st,v-st;case 2:return E+=st,E-st;case 3:return R-=st,R+st;case 0:return L-=st,L+st}}S.forEach((q,st)=>{if(q.show&&q._show){let ct=q.side;q._pos=k(ct,q._size),q.label!=null&&(q._lpos=k(ct,q.labelSize))}})}if(gt.dataIdx==null){let v=gt.hover,E=v.skip=new Set(v.skip??[]);E.add(void 0);let R=v.prox=le(v.prox),L=v.bias??=0;gt.dataIdx=(k,q,st,ct)=>{if(q==0)return st;let _t=st,wt=R(k,q,st,ct)??Ae,Ct=wt>=0&&wt<Ae,It=P.ori==0?M:N,ee=gt.left,xe=t[0],me=t[q];if(E.has(me[st])){_t=null;let ae=null,Zt=null,Vt;if(L==0||L==-1)for(Vt=st;ae==null&&Vt-- >0;)E.has(me[Vt])||(ae=Vt);if(L==0||L==1)for(Vt=st;Zt==null&&Vt++<me.length;)E.has(me[Vt])||(Zt=Vt);if(ae!=null||Zt!=null)if(Ct){let ze=ae==null?-1/0:H(xe[ae],P,It,0),We=Zt==null?1/0:H(xe[Zt],P,It,0),un=ee-ze,we=We-ee;un<=we?un<=wt&&(_t=ae):we<=wt&&(_t=Zt)}else _t=Zt==null?ae:ae==null?Zt:st-ae<=Zt-st?ae:Zt}else Ct&&Je(ee-H(xe[st],P,It,0))>wt&&(_t=null);return _t}}const dn=v=>{gt.event=v};gt.idxs=ut,gt._lock=!1;let Pe=gt.points;Pe.show=le(Pe.show),Pe.size=le(Pe.size),Pe.stroke=le(Pe.stroke),Pe.width=le(Pe.width),Pe.fill=le(Pe.fill);const Xn=n.focus=Ye({},i.focus||{alpha:.3},gt.focus),In=Xn.prox>=0,yi=In&&Pe.one;let bn=[],ki=[],hi=[];function xo(v,E){let R=Pe.show(n,E);if(R instanceof HTMLElement)return Fn(R,rm),Fn(R,v.class),di(R,-10,-10,M,N),g.insertBefore(R,bn[E]),R}function Ns(v,E){if(s==1||E>0){let R=s==1&&x[v.scale].time,L=v.value;v.value=R?au(L)?bu(Y,Eu(L,J)):L||K:L||vg,v.label=v.label||(R?hg:cg)}if(yi||E>0){v.width=v.width==null?1:v.width,v.paths=v.paths||Lg||Em,v.fillTo=le(v.fillTo||Eg),v.pxAlign=+fe(v.pxAlign,_),v.pxRound=Vu(v.pxAlign),v.stroke=le(v.stroke||null),v.fill=le(v.fill||null),v._stroke=v._fill=v._paths=v._focus=null;let R=xg(yn(1,v.width),1),L=v.points=Ye({},{size:R,width:yn(1,R*.2),stroke:v.stroke,space:R*2,paths:Ug,_stroke:null,_fill:null},v.points);L.show=le(L.show),L.filter=le(L.filter),L.fill=le(L.fill),L.stroke=le(L.stroke),L.paths=le(L.paths),L.pxAlign=v.pxAlign}if(qt){let R=Me(v,E);yt.splice(E,0,R[0]),Qt.splice(E,0,R[1]),xt.values.push(null)}if($t){ut.splice(E,0,null);let R=null;yi?E==0&&(R=xo(v,E)):E>0&&(R=xo(v,E)),bn.splice(E,0,R),ki.splice(E,0,0),hi.splice(E,0,0)}hn("addSeries",E)}function Na(v,E){E=E??y.length,v=s==1?xl(v,E,Du,Bu):xl(v,E,{},Ou),y.splice(E,0,v),Ns(y[E],E)}n.addSeries=Na;function Fa(v){if(y.splice(v,1),qt){xt.values.splice(v,1),Qt.splice(v,1);let E=yt.splice(v,1)[0];Fe(null,E.firstChild),E.remove()}$t&&(ut.splice(v,1),bn.splice(v,1)[0].remove(),ki.splice(v,1),hi.splice(v,1)),hn("delSeries",v)}n.delSeries=Fa;const Hi=[!1,!1,!1,!1];function vh(v,E){if(v._show=v.show,v.show){let R=v.side%2,L=x[v.scale];L==null&&(v.scale=R?y[1].scale:A,L=x[v.scale]);let k=L.time;v.size=le(v.size),v.space=le(v.space),v.rotate=le(v.rotate),Wi(v.incrs)&&v.incrs.forEach(st=>{!Gi.has(st)&&Gi.set(st,ru(st))}),v.incrs=le(v.incrs||(L.distr==2?Xm:k?p==1?Ym:Km:fs)),v.splits=le(v.splits||(k&&L.distr==1?Q:L.distr==3?fl:L.distr==4?dg:fg)),v.stroke=le(v.stroke),v.grid.stroke=le(v.grid.stroke),v.ticks.stroke=le(v.ticks.stroke),v.border.stroke=le(v.border.stroke);let q=v.values;v.values=Wi(q)&&!Wi(q[0])?le(q):k?Wi(q)?Su(Y,Mu(q,J)):au(q)?Jm(Y,q):q||at:q||ug,v.filter=le(v.filter||(L.distr>=3&&L.log==10?gg:L.distr==3&&L.log==2?_g:eu)),v.font=sf(v.font),v.labelFont=sf(v.labelFont),v._size=v.size(n,null,E,0),v._space=v._rotate=v._incrs=v._found=v._splits=v._values=null,v._size>0&&(Hi[E]=!0,v._el=Kn(em,f))}}function Fs(v,E,R,L){let[k,q,st,ct]=R,_t=E%2,wt=0;return _t==0&&(ct||q)&&(wt=E==0&&!k||E==2&&!st?Qe(Pu.size/3):0),_t==1&&(k||st)&&(wt=E==1&&!q||E==3&&!ct?Qe(Iu.size/2):0),wt}const Oa=n.padding=(i.padding||[Fs,Fs,Fs,Fs]).map(v=>le(fe(v,Fs))),Mi=n._padding=Oa.map((v,E)=>v(n,E,Hi,0));let sn,w=null,V=null;const Z=s==1?y[0].idxs:null;let $=null,G=!1;function pt(v,E){if(t=v??[],n.data=n._data=t,s==2){sn=0;for(let R=1;R<y.length;R++)sn+=t[R][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),$=t[0],sn=$.length;let R=t;if(B==2){R=t.slice();let L=R[0]=Array(sn);for(let k=0;k<sn;k++)L[k]=k}n._data=t=R}if(wr(!0),hn("setData"),B==2&&(Jt=!0),E!==!1){let R=P;R.auto(n,G)?St():rs(A,R.min,R.max),z=z||gt.left>=0,mt=!0,Ar()}}n.setData=pt;function St(){G=!0;let v,E;s==1&&(sn>0?(w=Z[0]=0,V=Z[1]=sn-1,v=t[0][w],E=t[0][V],B==2?(v=w,E=V):v==E&&(B==3?[v,E]=Do(v,v,P.log,!1):B==4?[v,E]=Qa(v,v,P.log,!1):P.time?E=v+Qe(86400/p):[v,E]=Lo(v,E,tl,!0))):(w=Z[0]=v=null,V=Z[1]=E=null)),rs(A,v,E)}let Ut,Tt,Yt,Kt,Ht,re,pe,Le,Se,ne;function Xt(v,E,R,L,k,q){v??=Ih,R??=sl,L??="butt",k??=Ih,q??="round",v!=Ut&&(h.strokeStyle=Ut=v),k!=Tt&&(h.fillStyle=Tt=k),E!=Yt&&(h.lineWidth=Yt=E),q!=Ht&&(h.lineJoin=Ht=q),L!=re&&(h.lineCap=re=L),R!=Kt&&h.setLineDash(Kt=R)}function Ue(v,E,R,L){E!=Tt&&(h.fillStyle=Tt=E),v!=pe&&(h.font=pe=v),R!=Le&&(h.textAlign=Le=R),L!=Se&&(h.textBaseline=Se=L)}function ce(v,E,R,L,k=0){if(L.length>0&&v.auto(n,G)&&(E==null||E.min==null)){let q=fe(w,0),st=fe(V,L.length-1),ct=R.min==null?_m(L,q,st,k,v.distr==3):[R.min,R.max];v.min=ri(v.min,R.min=ct[0]),v.max=yn(v.max,R.max=ct[1])}}const xn={min:null,max:null};function ns(){for(let L in x){let k=x[L];X[L]==null&&(k.min==null||X[A]!=null&&k.auto(n,G))&&(X[L]=xn)}for(let L in x){let k=x[L];X[L]==null&&k.from!=null&&X[k.from]!=null&&(X[L]=xn)}X[A]!=null&&wr(!0);let v={};for(let L in X){let k=X[L];if(k!=null){let q=v[L]=Ys(x[L],wm);if(k.min!=null)Ye(q,k);else if(L!=A||s==2)if(sn==0&&q.from==null){let st=q.range(n,null,null,L);q.min=st[0],q.max=st[1]}else q.min=Ae,q.max=-Ae}}if(sn>0){y.forEach((L,k)=>{if(s==1){let q=L.scale,st=X[q];if(st==null)return;let ct=v[q];if(k==0){let _t=ct.range(n,ct.min,ct.max,q);ct.min=_t[0],ct.max=_t[1],w=si(ct.min,t[0]),V=si(ct.max,t[0]),V-w>1&&(t[0][w]<ct.min&&w++,t[0][V]>ct.max&&V--),L.min=$[w],L.max=$[V]}else L.show&&L.auto&&ce(ct,st,L,t[k],L.sorted);L.idxs[0]=w,L.idxs[1]=V}else if(k>0&&L.show&&L.auto){let[q,st]=L.facets,ct=q.scale,_t=st.scale,[wt,Ct]=t[k],It=v[ct],ee=v[_t];It!=null&&ce(It,X[ct],q,wt,q.sorted),ee!=null&&ce(ee,X[_t],st,Ct,st.sorted),L.min=st.min,L.max=st.max}});for(let L in v){let k=v[L],q=X[L];if(k.from==null&&(q==null||q.min==null)){let st=k.range(n,k.min==Ae?null:k.min,k.max==-Ae?null:k.max,L);k.min=st[0],k.max=st[1]}}}for(let L in v){let k=v[L];if(k.from!=null){let q=v[k.from];if(q.min==null)k.min=k.max=null;else{let st=k.range(n,q.min,q.max,L);k.min=st[0],k.max=st[1]}}}let E={},R=!1;for(let L in v){let k=v[L],q=x[L];if(q.min!=k.min||q.max!=k.max){q.min=k.min,q.max=k.max;let st=q.distr;q._min=st==3?Ai(q.min):st==4?nl(q.min,q.asinh):st==100?q.fwd(q.min):q.min,q._max=st==3?Ai(q.max):st==4?nl(q.max,q.asinh):st==100?q.fwd(q.max):q.max,E[L]=R=!0}}if(R){y.forEach((L,k)=>{s==2?k>0&&E.y&&(L._paths=null):E[L.scale]&&(L._paths=null)});for(let L in E)Jt=!0,hn("setScale",L);$t&&gt.left>=0&&(z=mt=!0)}for(let L in X)X[L]=null}function Tn(v){let E=il(w-1,0,sn-1),R=il(V+1,0,sn-1);for(;v[E]==null&&E>0;)E--;for(;v[R]==null&&R<sn-1;)R++;return[E,R]}function Os(){if(sn>0){let v=y.some(E=>E._focus)&&ne!=Xn.alpha;v&&(h.globalAlpha=ne=Xn.alpha),y.forEach((E,R)=>{if(R>0&&E.show&&(Ie(R,!1),Ie(R,!0),E._paths==null)){let L=ne;ne!=E.alpha&&(h.globalAlpha=ne=E.alpha);let k=s==2?[0,t[R][0].length-1]:Tn(t[R]);E._paths=E.paths(n,R,k[0],k[1]),ne!=L&&(h.globalAlpha=ne=L)}}),y.forEach((E,R)=>{if(R>0&&E.show){let L=ne;ne!=E.alpha&&(h.globalAlpha=ne=E.alpha),E._paths!=null&&wn(R,!1);{let k=E._paths!=null?E._paths.gaps:null,q=E.points.show(n,R,w,V,k),st=E.points.filter(n,R,q,k);(q||st)&&(E.points._paths=E.points.paths(n,R,w,V,st),wn(R,!0))}ne!=L&&(h.globalAlpha=ne=L),hn("drawSeries",R)}}),v&&(h.globalAlpha=ne=1)}}function Ie(v,E){let R=E?y[v].points:y[v];R._stroke=R.stroke(n,v),R._fill=R.fill(n,v)}function wn(v,E){let R=E?y[v].points:y[v],{stroke:L,fill:k,clip:q,flags:st,_stroke:ct=R._stroke,_fill:_t=R._fill,_width:wt=R.width}=R._paths;wt=Re(wt*ge,3);let Ct=null,It=wt%2/2;E&&_t==null&&(_t=wt>0?"#fff":ct);let ee=R.pxAlign==1&&It>0;if(ee&&h.translate(It,It),!E){let xe=At-wt/2,me=lt-wt/2,ae=vt+wt,Zt=zt+wt;Ct=new Path2D,Ct.rect(xe,me,ae,Zt)}E?an(ct,wt,R.dash,R.cap,_t,L,k,st,q):Nn(v,ct,wt,R.dash,R.cap,_t,L,k,st,Ct,q),ee&&h.translate(-It,-It)}function Nn(v,E,R,L,k,q,st,ct,_t,wt,Ct){let It=!1;_t!=0&&C.forEach((ee,xe)=>{if(ee.series[0]==v){let me=y[ee.series[1]],ae=t[ee.series[1]],Zt=(me._paths||Hr).band;Wi(Zt)&&(Zt=ee.dir==1?Zt[0]:Zt[1]);let Vt,ze=null;me.show&&Zt&&xm(ae,w,V)?(ze=ee.fill(n,xe)||q,Vt=me._paths.clip):Zt=null,an(E,R,L,k,ze,st,ct,_t,wt,Ct,Vt,Zt),It=!0}}),It||an(E,R,L,k,q,st,ct,_t,wt,Ct)}const on=$s|pl;function an(v,E,R,L,k,q,st,ct,_t,wt,Ct,It){Xt(v,E,R,L,k),(_t||wt||It)&&(h.save(),_t&&h.clip(_t),wt&&h.clip(wt)),It?(ct&on)==on?(h.clip(It),Ct&&h.clip(Ct),ti(k,st),is(v,q,E)):ct&pl?(ti(k,st),h.clip(It),is(v,q,E)):ct&$s&&(h.save(),h.clip(It),Ct&&h.clip(Ct),ti(k,st),h.restore(),is(v,q,E)):(ti(k,st),is(v,q,E)),(_t||wt||It)&&h.restore()}function is(v,E,R){R>0&&(E instanceof Map?E.forEach((L,k)=>{h.strokeStyle=Ut=k,h.stroke(L)}):E!=null&&v&&h.stroke(E))}function ti(v,E){E instanceof Map?E.forEach((R,L)=>{h.fillStyle=Tt=L,h.fill(R)}):E!=null&&v&&h.fill(E)}function mE(v,E,R,L){let k=S[v],q;if(L<=0)q=[0,0];else{let st=k._space=k.space(n,v,E,R,L),ct=k._incrs=k.incrs(n,v,E,R,L,st);q=zg(E,R,ct,L,st)}return k._found=q}function xh(v,E,R,L,k,q,st,ct,_t,wt){let Ct=st%2/2;_==1&&h.translate(Ct,Ct),Xt(ct,st,_t,wt,ct),h.beginPath();let It,ee,xe,me,ae=k+(L==0||L==3?-q:q);R==0?(ee=k,me=ae):(It=k,xe=ae);for(let Zt=0;Zt<v.length;Zt++)E[Zt]!=null&&(R==0?It=xe=v[Zt]:ee=me=v[Zt],h.moveTo(It,ee),h.lineTo(xe,me));h.stroke(),_==1&&h.translate(-Ct,-Ct)}function gE(v){let E=!0;return S.forEach((R,L)=>{if(!R.show)return;let k=x[R.scale];if(k.min==null){R._show&&(E=!1,R._show=!1,wr(!1));return}else R._show||(E=!1,R._show=!0,wr(!1));let q=R.side,st=q%2,{min:ct,max:_t}=k,[wt,Ct]=mE(L,ct,_t,st==0?M:N);if(Ct==0)return;let It=k.distr==2,ee=R._splits=R.splits(n,L,ct,_t,wt,Ct,It),xe=k.distr==2?ee.map(Vt=>$[Vt]):ee,me=k.distr==2?$[ee[1]]-$[ee[0]]:wt,ae=R._values=R.values(n,R.filter(n,xe,L,Ct,me),L,Ct,me);R._rotate=q==2?R.rotate(n,ae,L,Ct):0;let Zt=R._size;R._size=jn(R.size(n,ae,L,v)),Zt!=null&&R._size!=Zt&&(E=!1)}),E}function _E(v){let E=!0;return Oa.forEach((R,L)=>{let k=R(n,L,Hi,v);k!=Mi[L]&&(E=!1),Mi[L]=k}),E}function vE(){for(let v=0;v<S.length;v++){let E=S[v];if(!E.show||!E._show)continue;let R=E.side,L=R%2,k,q,st=E.stroke(n,v),ct=R==0||R==3?-1:1,[_t,wt]=E._found;if(E.label!=null){let Rn=E.labelGap*ct,$n=Qe((E._lpos+Rn)*ge);Ue(E.labelFont[0],st,"center",R==2?Br:Uh),h.save(),L==1?(k=q=0,h.translate($n,Qe(lt+zt/2)),h.rotate((R==3?-Uo:Uo)/2)):(k=Qe(At+vt/2),q=$n);let ks=Qh(E.label)?E.label(n,v,_t,wt):E.label;h.fillText(ks,k,q),h.restore()}if(wt==0)continue;let Ct=x[E.scale],It=L==0?vt:zt,ee=L==0?At:lt,xe=E._splits,me=Ct.distr==2?xe.map(Rn=>$[Rn]):xe,ae=Ct.distr==2?$[xe[1]]-$[xe[0]]:_t,Zt=E.ticks,Vt=E.border,ze=Zt.show?Zt.size:0,We=Qe(ze*ge),un=Qe((E.alignTo==2?E._size-ze-E.gap:E.gap)*ge),we=E._rotate*-Uo/180,Xe=m(E._pos*ge),Yn=(We+un)*ct,An=Xe+Yn;q=L==0?An:0,k=L==1?An:0;let ei=E.font[0],ui=E.align==1?Hs:E.align==2?Ga:we>0?Hs:we<0?Ga:L==0?"center":R==3?Ga:Hs,bi=we||L==1?"middle":R==2?Br:Uh;Ue(ei,st,ui,bi);let qn=E.font[1]*E.lineGap,ni=xe.map(Rn=>m(a(Rn,Ct,It,ee))),fi=E._values;for(let Rn=0;Rn<fi.length;Rn++){let $n=fi[Rn];if($n!=null){L==0?k=ni[Rn]:q=ni[Rn],$n=""+$n;let ks=$n.indexOf(`
`)==-1?[$n]:$n.split(/\n/gm);for(let Cn=0;Cn<ks.length;Cn++){let Op=ks[Cn];we?(h.save(),h.translate(k,q+Cn*qn),h.rotate(we),h.fillText(Op,0,0),h.restore()):h.fillText(Op,k,q+Cn*qn)}}}Zt.show&&xh(ni,Zt.filter(n,me,v,wt,ae),L,R,Xe,We,Re(Zt.width*ge,3),Zt.stroke(n,v),Zt.dash,Zt.cap);let Ti=E.grid;Ti.show&&xh(ni,Ti.filter(n,me,v,wt,ae),L,L==0?2:1,L==0?lt:At,L==0?zt:vt,Re(Ti.width*ge,3),Ti.stroke(n,v),Ti.dash,Ti.cap),Vt.show&&xh([Xe],[1],L==0?1:0,L==0?1:2,L==1?lt:At,L==1?zt:vt,Re(Vt.width*ge,3),Vt.stroke(n,v),Vt.dash,Vt.cap)}hn("drawAxes")}function wr(v){y.forEach((E,R)=>{R>0&&(E._paths=null,v&&(s==1?(E.min=null,E.max=null):E.facets.forEach(L=>{L.min=null,L.max=null})))})}let Ba=!1,yh=!1,yo=[];function xE(){yh=!1;for(let v=0;v<yo.length;v++)hn(...yo[v]);yo.length=0}function Ar(){Ba||(Um(xp),Ba=!0)}function yE(v,E=!1){Ba=!0,yh=E,v(n),xp(),E&&yo.length>0&&queueMicrotask(xE)}n.batch=yE;function xp(){if(Bt&&(ns(),Bt=!1),Jt&&(Ot(),Jt=!1),Mt){if(Ne(d,Hs,j),Ne(d,Br,it),Ne(d,Fr,M),Ne(d,Or,N),Ne(g,Hs,j),Ne(g,Br,it),Ne(g,Fr,M),Ne(g,Or,N),Ne(f,Fr,ve),Ne(f,Or,D),u.width=Qe(ve*ge),u.height=Qe(D*ge),S.forEach(({_el:v,_show:E,_size:R,_pos:L,side:k})=>{if(v!=null)if(E){let q=k===3||k===0?R:0,st=k%2==1;Ne(v,st?"left":"top",L-q),Ne(v,st?"width":"height",R),Ne(v,st?"top":"left",st?it:j),Ne(v,st?"height":"width",st?N:M),ja(v,ls)}else Fn(v,ls)}),Ut=Tt=Yt=Ht=re=pe=Le=Se=Kt=null,ne=1,Eo(!0),j!=et||it!=Ft||M!=ft||N!=Lt){wr(!1);let v=M/ft,E=N/Lt;if($t&&!z&&gt.left>=0){gt.left*=v,gt.top*=E,Rr&&di(Rr,Qe(gt.left),0,M,N),Cr&&di(Cr,0,Qe(gt.top),M,N);for(let R=0;R<bn.length;R++){let L=bn[R];L!=null&&(ki[R]*=v,hi[R]*=E,di(L,jn(ki[R]),jn(hi[R]),M,N))}}if(Be.show&&!dt&&Be.left>=0&&Be.width>0){Be.left*=v,Be.width*=v,Be.top*=E,Be.height*=E;for(let R in wh)Ne(Lr,R,Be[R])}et=j,Ft=it,ft=M,Lt=N}hn("setSize"),Mt=!1}ve>0&&D>0&&(h.clearRect(0,0,u.width,u.height),hn("drawClear"),F.forEach(v=>v()),hn("draw")),Be.show&&dt&&(za(Be),dt=!1),$t&&z&&(zs(null,!0,!1),z=!1),xt.show&&xt.live&&mt&&(bh(),mt=!1),l||(l=!0,n.status=1,hn("ready")),G=!1,Ba=!1}n.redraw=(v,E)=>{Jt=E||!1,v!==!1?rs(A,P.min,P.max):Ar()};function Mh(v,E){let R=x[v];if(R.from==null){if(sn==0){let L=R.range(n,E.min,E.max,v);E.min=L[0],E.max=L[1]}if(E.min>E.max){let L=E.min;E.min=E.max,E.max=L}if(sn>1&&E.min!=null&&E.max!=null&&E.max-E.min<1e-16)return;v==A&&R.distr==2&&sn>0&&(E.min=si(E.min,t[0]),E.max=si(E.max,t[0]),E.min==E.max&&E.max++),X[v]=E,Bt=!0,Ar()}}n.setScale=Mh;let Sh,Eh,Rr,Cr,yp,Mp,Pr,Dr,Sp,Ep,Oe,ke,ss=!1;const pn=gt.drag;let ln=pn.x,cn=pn.y;$t&&(gt.x&&(Sh=Kn(im,g)),gt.y&&(Eh=Kn(sm,g)),P.ori==0?(Rr=Sh,Cr=Eh):(Rr=Eh,Cr=Sh),Oe=gt.left,ke=gt.top);const Be=n.select=Ye({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Lr=Be.show?Kn(nm,Be.over?g:d):null;function za(v,E){if(Be.show){for(let R in v)Be[R]=v[R],R in wh&&Ne(Lr,R,v[R]);E!==!1&&hn("setSelect")}}n.setSelect=za;function ME(v){if(y[v].show)qt&&ja(yt[v],ls);else if(qt&&Fn(yt[v],ls),$t){let R=yi?bn[0]:bn[v];R!=null&&di(R,-10,-10,M,N)}}function rs(v,E,R){Mh(v,{min:E,max:R})}function Si(v,E,R,L){E.focus!=null&&wE(v),E.show!=null&&y.forEach((k,q)=>{q>0&&(v==q||v==null)&&(k.show=E.show,ME(q),s==2?(rs(k.facets[0].scale,null,null),rs(k.facets[1].scale,null,null)):rs(k.scale,null,null),Ar())}),R!==!1&&hn("setSeries",v,E),L&&bo("setSeries",n,v,E)}n.setSeries=Si;function SE(v,E){Ye(C[v],E)}function EE(v,E){v.fill=le(v.fill||null),v.dir=fe(v.dir,-1),E=E??C.length,C.splice(E,0,v)}function bE(v){v==null?C.length=0:C.splice(v,1)}n.addBand=EE,n.setBand=SE,n.delBand=bE;function TE(v,E){y[v].alpha=E,$t&&bn[v]!=null&&(bn[v].style.opacity=E),qt&&yt[v]&&(yt[v].style.opacity=E)}let Vi,os,Bs;const Ur={focus:!0};function wE(v){if(v!=Bs){let E=v==null,R=Xn.alpha!=1;y.forEach((L,k)=>{if(s==1||k>0){let q=E||k==0||k==v;L._focus=E?null:q,R&&TE(k,q?1:Xn.alpha)}}),Bs=v,R&&Ar()}}qt&&In&&Gt(Oh,nt,v=>{gt._lock||(dn(v),Bs!=null&&Si(null,Ur,!0,je.setSeries))});function Ei(v,E,R){let L=x[E];R&&(v=v/ge-(L.ori==1?it:j));let k=M;L.ori==1&&(k=N,v=k-v),L.dir==-1&&(v=k-v);let q=L._min,st=L._max,ct=v/k,_t=q+(st-q)*ct,wt=L.distr;return wt==3?Ws(10,_t):wt==4?Mm(_t,L.asinh):wt==100?L.bwd(_t):_t}function AE(v,E){let R=Ei(v,A,E);return si(R,t[0],w,V)}n.valToIdx=v=>si(v,t[0]),n.posToIdx=AE,n.posToVal=Ei,n.valToPos=(v,E,R)=>x[E].ori==0?r(v,x[E],R?vt:M,R?At:0):o(v,x[E],R?zt:N,R?lt:0),n.setCursor=(v,E,R)=>{Oe=v.left,ke=v.top,zs(null,E,R)};function bp(v,E){Ne(Lr,Hs,Be.left=v),Ne(Lr,Fr,Be.width=E)}function Tp(v,E){Ne(Lr,Br,Be.top=v),Ne(Lr,Or,Be.height=E)}let Mo=P.ori==0?bp:Tp,So=P.ori==1?bp:Tp;function RE(){if(qt&&xt.live)for(let v=s==2?1:0;v<y.length;v++){if(v==0&&I)continue;let E=xt.values[v],R=0;for(let L in E)Qt[v][R++].firstChild.nodeValue=E[L]}}function bh(v,E){if(v!=null&&(v.idxs?v.idxs.forEach((R,L)=>{ut[L]=R}):Tm(v.idx)||ut.fill(v.idx),xt.idx=ut[0]),qt&&xt.live){for(let R=0;R<y.length;R++)(R>0||s==1&&!I)&&CE(R,ut[R]);RE()}mt=!1,E!==!1&&hn("setLegend")}n.setLegend=bh;function CE(v,E){let R=y[v],L=v==0&&B==2?$:t[v],k;I?k=R.values(n,v,E)??ue:(k=R.value(n,E==null?null:L[E],v,E),k=k==null?ue:{_:k}),xt.values[v]=k}function zs(v,E,R){Sp=Oe,Ep=ke,[Oe,ke]=gt.move(n,Oe,ke),gt.left=Oe,gt.top=ke,$t&&(Rr&&di(Rr,Qe(Oe),0,M,N),Cr&&di(Cr,0,Qe(ke),M,N));let L,k=w>V;Vi=Ae,os=null;let q=P.ori==0?M:N,st=P.ori==1?M:N;if(Oe<0||sn==0||k){L=gt.idx=null;for(let ct=0;ct<y.length;ct++){let _t=bn[ct];_t!=null&&di(_t,-10,-10,M,N)}In&&Si(null,Ur,!0,v==null&&je.setSeries),xt.live&&(ut.fill(L),mt=!0)}else{let ct,_t,wt;s==1&&(ct=P.ori==0?Oe:ke,_t=Ei(ct,A),L=gt.idx=si(_t,t[0],w,V),wt=H(t[0][L],P,q,0));let Ct=-10,It=-10,ee=0,xe=0,me=!0,ae="",Zt="";for(let Vt=s==2?1:0;Vt<y.length;Vt++){let ze=y[Vt],We=ut[Vt],un=We==null?null:s==1?t[Vt][We]:t[Vt][1][We],we=gt.dataIdx(n,Vt,L,_t),Xe=we==null?null:s==1?t[Vt][we]:t[Vt][1][we];if(mt=mt||Xe!=un||we!=We,ut[Vt]=we,Vt>0&&ze.show){let Yn=we==null?-10:we==L?wt:H(s==1?t[0][we]:t[Vt][0][we],P,q,0),An=Xe==null?-10:W(Xe,s==1?x[ze.scale]:x[ze.facets[1].scale],st,0);if(In&&Xe!=null){let ei=P.ori==1?Oe:ke,ui=Je(Xn.dist(n,Vt,we,An,ei));if(ui<Vi){let bi=Xn.bias;if(bi!=0){let qn=Ei(ei,ze.scale),ni=Xe>=0?1:-1,fi=qn>=0?1:-1;fi==ni&&(fi==1?bi==1?Xe>=qn:Xe<=qn:bi==1?Xe<=qn:Xe>=qn)&&(Vi=ui,os=Vt)}else Vi=ui,os=Vt}}if(mt||yi){let ei,ui;P.ori==0?(ei=Yn,ui=An):(ei=An,ui=Yn);let bi,qn,ni,fi,Ti,Rn,$n=!0,ks=Pe.bbox;if(ks!=null){$n=!1;let Cn=ks(n,Vt);ni=Cn.left,fi=Cn.top,bi=Cn.width,qn=Cn.height}else ni=ei,fi=ui,bi=qn=Pe.size(n,Vt);if(Rn=Pe.fill(n,Vt),Ti=Pe.stroke(n,Vt),yi)Vt==os&&Vi<=Xn.prox&&(Ct=ni,It=fi,ee=bi,xe=qn,me=$n,ae=Rn,Zt=Ti);else{let Cn=bn[Vt];Cn!=null&&(ki[Vt]=ni,hi[Vt]=fi,Wh(Cn,bi,qn,$n),Vh(Cn,Rn,Ti),di(Cn,jn(ni),jn(fi),M,N))}}}}if(yi){let Vt=Xn.prox,ze=Bs==null?Vi<=Vt:Vi>Vt||os!=Bs;if(mt||ze){let We=bn[0];We!=null&&(ki[0]=Ct,hi[0]=It,Wh(We,ee,xe,me),Vh(We,ae,Zt),di(We,jn(Ct),jn(It),M,N))}}}if(Be.show&&ss)if(v!=null){let[ct,_t]=je.scales,[wt,Ct]=je.match,[It,ee]=v.cursor.sync.scales,xe=v.cursor.drag;if(ln=xe._x,cn=xe._y,ln||cn){let{left:me,top:ae,width:Zt,height:Vt}=v.select,ze=v.scales[It].ori,We=v.posToVal,un,we,Xe,Yn,An,ei=ct!=null&&wt(ct,It),ui=_t!=null&&Ct(_t,ee);ei&&ln?(ze==0?(un=me,we=Zt):(un=ae,we=Vt),Xe=x[ct],Yn=H(We(un,It),Xe,q,0),An=H(We(un+we,It),Xe,q,0),Mo(ri(Yn,An),Je(An-Yn))):Mo(0,q),ui&&cn?(ze==1?(un=me,we=Zt):(un=ae,we=Vt),Xe=x[_t],Yn=W(We(un,ee),Xe,st,0),An=W(We(un+we,ee),Xe,st,0),So(ri(Yn,An),Je(An-Yn))):So(0,st)}else Ah()}else{let ct=Je(Sp-yp),_t=Je(Ep-Mp);if(P.ori==1){let ee=ct;ct=_t,_t=ee}ln=pn.x&&ct>=pn.dist,cn=pn.y&&_t>=pn.dist;let wt=pn.uni;wt!=null?ln&&cn&&(ln=ct>=wt,cn=_t>=wt,!ln&&!cn&&(_t>ct?cn=!0:ln=!0)):pn.x&&pn.y&&(ln||cn)&&(ln=cn=!0);let Ct,It;ln&&(P.ori==0?(Ct=Pr,It=Oe):(Ct=Dr,It=ke),Mo(ri(Ct,It),Je(It-Ct)),cn||So(0,st)),cn&&(P.ori==1?(Ct=Pr,It=Oe):(Ct=Dr,It=ke),So(ri(Ct,It),Je(It-Ct)),ln||Mo(0,q)),!ln&&!cn&&(Mo(0,0),So(0,0))}if(pn._x=ln,pn._y=cn,v==null){if(R){if(Fp!=null){let[ct,_t]=je.scales;je.values[0]=ct!=null?Ei(P.ori==0?Oe:ke,ct):null,je.values[1]=_t!=null?Ei(P.ori==1?Oe:ke,_t):null}bo(Xa,n,Oe,ke,M,N,L)}if(In){let ct=R&&je.setSeries,_t=Xn.prox;Bs==null?Vi<=_t&&Si(os,Ur,!0,ct):Vi>_t?Si(null,Ur,!0,ct):os!=Bs&&Si(os,Ur,!0,ct)}}mt&&(xt.idx=L,bh()),E!==!1&&hn("setCursor")}let as=null;Object.defineProperty(n,"rect",{get(){return as==null&&Eo(!1),as}});function Eo(v=!1){v?as=null:(as=g.getBoundingClientRect(),hn("syncRect",as))}function wp(v,E,R,L,k,q,st){gt._lock||ss&&v!=null&&v.movementX==0&&v.movementY==0||(Th(v,E,R,L,k,q,st,!1,v!=null),v!=null?zs(null,!0,!0):zs(E,!0,!1))}function Th(v,E,R,L,k,q,st,ct,_t){if(as==null&&Eo(!1),dn(v),v!=null)R=v.clientX-as.left,L=v.clientY-as.top;else{if(R<0||L<0){Oe=-10,ke=-10;return}let[wt,Ct]=je.scales,It=E.cursor.sync,[ee,xe]=It.values,[me,ae]=It.scales,[Zt,Vt]=je.match,ze=E.axes[0].side%2==1,We=P.ori==0?M:N,un=P.ori==1?M:N,we=ze?q:k,Xe=ze?k:q,Yn=ze?L:R,An=ze?R:L;if(me!=null?R=Zt(wt,me)?a(ee,x[wt],We,0):-10:R=We*(Yn/we),ae!=null?L=Vt(Ct,ae)?a(xe,x[Ct],un,0):-10:L=un*(An/Xe),P.ori==1){let ei=R;R=L,L=ei}}_t&&(E==null||E.cursor.event.type==Xa)&&((R<=1||R>=M-1)&&(R=us(R,M)),(L<=1||L>=N-1)&&(L=us(L,N))),ct?(yp=R,Mp=L,[Pr,Dr]=gt.move(n,R,L)):(Oe=R,ke=L)}const wh={width:0,height:0,left:0,top:0};function Ah(){za(wh,!1)}let Ap,Rp,Cp,Pp;function Dp(v,E,R,L,k,q,st){ss=!0,ln=cn=pn._x=pn._y=!1,Th(v,E,R,L,k,q,st,!0,!1),v!=null&&(Gt(Ya,$a,Lp,!1),bo(Nh,n,Pr,Dr,M,N,null));let{left:ct,top:_t,width:wt,height:Ct}=Be;Ap=ct,Rp=_t,Cp=wt,Pp=Ct}function Lp(v,E,R,L,k,q,st){ss=pn._x=pn._y=!1,Th(v,E,R,L,k,q,st,!1,!0);let{left:ct,top:_t,width:wt,height:Ct}=Be,It=wt>0||Ct>0,ee=Ap!=ct||Rp!=_t||Cp!=wt||Pp!=Ct;if(It&&ee&&za(Be),pn.setScale&&It&&ee){let xe=ct,me=wt,ae=_t,Zt=Ct;if(P.ori==1&&(xe=_t,me=Ct,ae=ct,Zt=wt),ln&&rs(A,Ei(xe,A),Ei(xe+me,A)),cn)for(let Vt in x){let ze=x[Vt];Vt!=A&&ze.from==null&&ze.min!=Ae&&rs(Vt,Ei(ae+Zt,Vt),Ei(ae,Vt))}Ah()}else gt.lock&&(gt._lock=!gt._lock,zs(E,!0,v!=null));v!=null&&(Fe(Ya,$a),bo(Ya,n,Oe,ke,M,N,null))}function PE(v,E,R,L,k,q,st){if(gt._lock)return;dn(v);let ct=ss;if(ss){let _t=!0,wt=!0,Ct=10,It,ee;P.ori==0?(It=ln,ee=cn):(It=cn,ee=ln),It&&ee&&(_t=Oe<=Ct||Oe>=M-Ct,wt=ke<=Ct||ke>=N-Ct),It&&_t&&(Oe=Oe<Pr?0:M),ee&&wt&&(ke=ke<Dr?0:N),zs(null,!0,!0),ss=!1}Oe=-10,ke=-10,ut.fill(null),zs(null,!0,!0),ct&&(ss=ct)}function Up(v,E,R,L,k,q,st){gt._lock||(dn(v),St(),Ah(),v!=null&&bo(Bh,n,Oe,ke,M,N,null))}function Ip(){S.forEach(kg),Dt(n.width,n.height,!0)}cs(Ro,Gs,Ip);const Ir={};Ir.mousedown=Dp,Ir.mousemove=wp,Ir.mouseup=Lp,Ir.dblclick=Up,Ir.setSeries=(v,E,R,L)=>{let k=je.match[2];R=k(n,E,R),R!=-1&&Si(R,L,!0,!1)},$t&&(Gt(Nh,g,Dp),Gt(Xa,g,wp),Gt(Fh,g,v=>{dn(v),Eo(!1)}),Gt(Oh,g,PE),Gt(Bh,g,Up),vl.add(n),n.syncRect=Eo);const ka=n.hooks=i.hooks||{};function hn(v,E,R){yh?yo.push([v,E,R]):v in ka&&ka[v].forEach(L=>{L.call(null,n,E,R)})}(i.plugins||[]).forEach(v=>{for(let E in v.hooks)ka[E]=(ka[E]||[]).concat(v.hooks[E])});const Np=(v,E,R)=>R,je=Ye({key:null,setSeries:!1,filters:{pub:nu,sub:nu},scales:[A,y[1]?y[1].scale:null],match:[iu,iu,Np],values:[null,null]},gt.sync);je.match.length==2&&je.match.push(Np),gt.sync=je;const Fp=je.key,Rh=Hu(Fp);function bo(v,E,R,L,k,q,st){je.filters.pub(v,E,R,L,k,q,st)&&Rh.pub(v,E,R,L,k,q,st)}Rh.sub(n);function DE(v,E,R,L,k,q,st){je.filters.sub(v,E,R,L,k,q,st)&&Ir[v](null,E,R,L,k,q,st)}n.pub=DE;function LE(){Rh.unsub(n),vl.delete(n),Pt.clear(),Ja(Ro,Gs,Ip),c.remove(),nt?.remove(),hn("destroy")}n.destroy=LE;function Ch(){hn("init",i,t),pt(t||i.data,!1),X[A]?Mh(A,X[A]):St(),dt=Be.show&&(Be.width>0||Be.height>0),z=mt=!0,Dt(i.width,i.height)}return y.forEach(Ns),S.forEach(vh),e?e instanceof HTMLElement?(e.appendChild(c),Ch()):e(n,Ch):Ch(),n}fn.assign=Ye,fn.fmtNum=el,fn.rangeNum=Lo,fn.rangeLog=Do,fn.rangeAsinh=Qa,fn.orient=ds,fn.pxRatio=ge,fn.join=Lm,fn.fmtDate=rl,fn.tzDate=Gm,fn.sync=Hu;{fn.addGap=bg,fn.clipGaps=zo;let i=fn.paths={points:$u};i.linear=ju,i.stepped=Ag,i.bars=Rg,i.spline=Pg}function gn(i){const t=parseInt(i.slice(1),16);return[(t>>16)/255,(t>>8&255)/255,(t&255)/255]}const Hg=["#7f9dc0","#c9a877","#8fae8b","#b58ea5","#78aaa9","#c58f7b","#9892bd","#aaa377"],Vg=["#7d9cc4","#c7a670","#8bb087","#b98aa6","#70abab","#c98d76","#9790c6","#aca46f"],Gg=["#8b9097","#0072b2","#e69f00","#c2418f"],Wg=["#8b9097","#56b4e9","#f0b429","#e06aae"],rf={background:gn("#f7f6f3"),ground:gn("#efede8"),grid:gn("#dedad2"),fixed:gn("#bcbab5"),bodies:Hg.map(gn),selected:gn("#6d4aff"),ink:gn("#24262b"),status:Gg.map(gn),shadow:.1},Xg={background:gn("#15171a"),ground:gn("#1d2024"),grid:gn("#2c3036"),fixed:gn("#5c6066"),bodies:Vg.map(gn),selected:gn("#a48bff"),ink:gn("#e9e8e4"),status:Wg.map(gn),shadow:.28},ps=["#3b6fb6","#c8741b","#3d8f63","#a14a86","#6b7280","#8a6d1d","#2b8c96","#b4443c"],yl=["#7aa7e8","#e8a35c","#77c196","#d08bbd","#a0a7b1","#cdb15c","#67c1ca","#ee8a80"];function Wr(i){return i==="dark"||i==="auto"&&matchMedia("(prefers-color-scheme: dark)").matches}const Yg=6e3,qg=320;class Xr{constructor(t,e){this.state=t,this.head=ot("div",{class:"playhead"}),this.values=[],this.body=ot("div",{class:"plot-body"}),this.hover=null,this.options=e;const{series:n}=e,s=n.map((a,l)=>{const c=ot("span",{class:"value"});this.values.push(c);const u=ot("i");return u.style.setProperty("--light",ps[(a.colour??l)%ps.length]),u.style.setProperty("--dark",yl[(a.colour??l)%ps.length]),ot("span",{class:"key"},u,a.label,c)}),r=ot("div",{class:"plot-caption"}),o=ot("span",{class:"plot-title"},e.title);e.unit&&o.append(ot("span",{class:"unit"},e.unit)),r.append(o,...s),this.element=ot("section",{class:"plot"},r,this.body),this.plot=this.make(),this.body.append(this.head),this.observer=new ResizeObserver(()=>this.resize()),this.observer.observe(this.body),this.update()}destroy(){this.observer.disconnect(),this.plot.destroy(),this.element.remove()}make(){const{options:t,state:e}=this,n=d=>getComputedStyle(document.documentElement).getPropertyValue(d).trim(),s=()=>Wr(e.theme)?yl:ps,r=t.time.length,o=Math.max(1,Math.ceil(r/(t.log?qg:Yg))),a=(d,g)=>{const _=[];for(let m=0;m<r;m+=o){let p=d[m];for(let y=m+1;y<Math.min(r,m+o);y++)Math.abs(d[y])>Math.abs(p)&&(p=d[y]);_.push(Number.isFinite(p)&&!(g&&p<=0)?p:null)}return _},l=[];for(let d=0;d<r;d+=o)l.push(t.time[d]);const c='10.5px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',u=()=>({font:c,stroke:()=>n("--muted"),grid:{stroke:()=>n("--hair"),width:1},ticks:{show:!1}}),h=t.series.some(d=>Array.prototype.some.call(d.values,g=>Number.isFinite(g)));return new fn({width:300,height:t.height,pxAlign:0,legend:{show:!1},padding:[6,14,t.axis===!1?4:0,0],cursor:{y:!1,points:{size:5},drag:{x:!0,y:!1},sync:{key:"time"}},scales:{x:{time:!1},y:t.log?{distr:3,range:(d,g,_)=>Kg(g,_)}:{range:(d,g,_)=>$g(g,_,h)}},axes:[{...u(),size:24,gap:4,show:t.axis!==!1,values:(d,g)=>Ao(g)},{...u(),size:56,gap:6,space:t.log?18:26,...t.log&&{grid:{stroke:()=>n("--hair"),width:1,filter:(d,g)=>af(g)},filter:(d,g)=>af(g)},values:(d,g)=>t.log?g.map(_=>_==null?"":`1e${Math.round(Math.log10(_))}`.replace("-","−")):Ao(g)}],series:[{},...t.series.map((d,g)=>({stroke:()=>s()[(d.colour??g)%ps.length],width:1.4,fill:d.fill?()=>s()[(d.colour??g)%ps.length]+"22":void 0,paths:d.bars||t.log?fn.paths.stepped?.({align:t.log?1:-1}):void 0,points:{show:r<=2},spanGaps:!1}))],hooks:{draw:[d=>this.drawMarks(d)],setCursor:[d=>{const{left:g}=d.cursor;this.hover=g!=null&&g>=0?d.posToVal(g,"x"):null,this.update()}],setSelect:[],ready:[d=>{d.over.addEventListener("click",()=>{d.select.width>2||this.hover==null||this.seek(this.hover)})}]}},[l,...t.series.map(d=>a(d.values,t.log===!0))],this.body)}seek(t){const{marks:e}=this.options;let n=t,s=Math.abs(this.plot.posToVal(7,"x")-this.plot.posToVal(0,"x"));for(let r=0;e&&r<e.length;r++)Math.abs(e[r]-t)<s&&([n,s]=[e[r],Math.abs(e[r]-t)]);this.state.time=n,this.state.tell("time")}drawMarks(t){const{marks:e}=this.options;if(!e?.length)return;const{ctx:n}=t;n.save(),n.fillStyle=getComputedStyle(document.documentElement).getPropertyValue("--bad").trim();const s=e.length>20?.16:1;let r=-10;for(let o=0;o<e.length;o++){const a=Math.round(t.valToPos(e[o],"x",!0));a-r<1||a<t.bbox.left||a>t.bbox.left+t.bbox.width||(r=a,n.globalAlpha=s,n.fillRect(a-devicePixelRatio,t.bbox.top,2*devicePixelRatio,t.bbox.height),n.globalAlpha=1,n.fillRect(a-devicePixelRatio,t.bbox.top,2*devicePixelRatio,6*devicePixelRatio))}n.restore()}resize(){const t=this.body.clientWidth;t>40&&t!==this.plot.width&&this.plot.setSize({width:t,height:this.options.height}),this.update()}redraw(){this.plot.redraw(!1,!1)}update(){const{time:t,series:e,format:n}=this.options,s=this.hover??this.state.time,r=of(t,s);if(e.forEach((l,c)=>{const u=t.length?(n??wi)(l.values[r]):"";this.values[c].textContent!==u&&(this.values[c].textContent=u)}),!this.plot?.over)return;const o=this.plot.valToPos(this.state.time,"x"),a=o>=-1&&o<=this.plot.over.clientWidth+1;this.head.style.display=a?"":"none",this.head.style.transform=`translateX(${this.plot.over.offsetLeft+o}px)`,this.head.style.height=`${this.plot.over.clientHeight}px`,this.head.style.top=`${this.plot.over.offsetTop}px`}table(){return[["time",this.options.time],...this.options.series.map(t=>[t.label,t.values])]}}function of(i,t){let[e,n]=[0,i.length-1];const s=1e-9*Math.abs(i[n]-i[0]||1);for(;e<n;){const r=e+n+1>>1;i[r]<=t+s?e=r:n=r-1}return Math.max(0,e)}function $g(i,t,e){if(!e||i==null||t==null)return[0,1];const n=Math.max(Math.abs(i),Math.abs(t));if(t-i<=1e-9*n||t===i)return n===0?[-1,1]:[i-.1*n,t+.1*n];const s=.06*(t-i);return[i-(i===0?0:s),t+(t===0?0:s)]}function Kg(i,t){const n=Math.max(1e-20,i&&i>0?i:1e-16),s=Math.max(n*1e3,t??1e-15);return[10**Math.floor(Math.log10(n)),10**Math.ceil(Math.log10(s))]}function af(i){const t=i.filter(n=>Math.abs(Math.log10(n)-Math.round(Math.log10(n)))<1e-6),e=Math.max(1,Math.ceil(t.length/4));return i.map(n=>{const s=Math.log10(n);return Math.abs(s-Math.round(s))<1e-6&&Math.round(s)%e===0?n:null})}const Go=4;function jg(i,t){const e=[],n=[],s=ot("div",{class:"curves"}),r=i.head.columns.map((f,d)=>({...f,k:d})),o=(f,d,g,_=!1)=>{for(let m=0;m<g.length;m+=Go){const y=g.slice(m,m+Go).map((x,C)=>({label:x.name,values:i.columnSeries(x.k),colour:C,bars:_})),S=new Xr(t,{title:g.length>Go?`${f} ${m/Go+1}`:f,unit:d,time:i.times,series:y,height:210});e.push(S),s.append(S.element)}},a=f=>r.filter(d=>d.group===f),l=(f,d)=>{const g=p=>Math.max(...Array.from(i.columnSeries(p.k),y=>Math.abs(y)||0)),_=[...d].sort((p,y)=>g(y)-g(p));let m=[];for(const p of _)m.length&&g(p)>0&&g(m[0])>300*g(p)&&(o(f,"",m.sort((y,S)=>y.k-S.k)),m=[]),m.push(p);m.length&&o(f,"",m.sort((p,y)=>p.k-y.k))},c=a("coordinate"),u=a("velocity");l(u.length||!i.head.energy?"Coordinates":"State",c),l("Velocities",u),l("Outputs",a("output"));const h=[...new Set(a("contact").map(f=>f.name.replace(/\.[^.]*$/,"")))];for(const f of h){const d=a("contact").filter(_=>_.name.startsWith(`${f}.`)).map(_=>({..._,name:_.name.slice(f.length+1)})),g=d.filter(_=>i.columnSeries(_.k).some(m=>Number.isFinite(m)&&m!==0));if(!g.length){const _=ot("span",{class:"plot-title"},`Contact ${f}`,ot("span",{class:"unit"},"never closed"));s.append(ot("section",{class:"plot"},ot("div",{class:"plot-caption"},_)));continue}o(`Contact ${f}`,"force, N",d.filter(_=>_.name.startsWith("force"))),o(`Contact ${f}`,"gap, m",g.filter(_=>_.name==="gap")),o(`Contact ${f}`,"0 open, 1 stick, 2 slip, 3 impact",g.filter(_=>_.name==="status"),!0)}return c.length===u.length&&c.slice(0,6).forEach((f,d)=>{const g=new Zg(t,i.times,[f.name,i.columnSeries(f.k)],[u[d].name,i.columnSeries(u[d].k)]);n.push(g),s.append(g.element)}),{element:s,plots:e,portraits:n}}class Zg{constructor(t,e,n,s){this.state=t,this.time=e,this.x=n,this.y=s,this.canvas=ot("canvas");const r=ot("span",{class:"plot-title"},"Phase portrait",ot("span",{class:"unit"},`${s[0]} over ${n[0]}`)),o=ot("div",{class:"plot-body portrait"},this.canvas);this.element=ot("section",{class:"plot"},ot("div",{class:"plot-caption"},r),o),new ResizeObserver(()=>this.draw()).observe(o)}draw(){const{canvas:t}=this,e=Math.min(2,devicePixelRatio),[n,s]=[t.clientWidth,t.clientHeight];if(!n||!s)return;t.width!==Math.round(n*e)&&(t.width=Math.round(n*e)),t.height!==Math.round(s*e)&&(t.height=Math.round(s*e));const r=t.getContext("2d");if(!r)return;r.setTransform(e,0,0,e,0,0),r.clearRect(0,0,n,s);const o=C=>getComputedStyle(document.documentElement).getPropertyValue(C).trim(),[a,l]=cf(this.x[1]),[c,u]=cf(this.y[1]),[h,f]=[56,24],d=C=>h+(C-a)/(l-a)*(n-h-12),g=C=>s-f-(C-c)/(u-c)*(s-f-10);r.font="10.5px system-ui, sans-serif",r.fillStyle=o("--muted"),r.strokeStyle=o("--hair"),r.lineWidth=1;const _=hf(a,l,5),m=hf(c,u,5);Ao(_).forEach((C,A)=>{r.textAlign="center",r.fillText(C,d(_[A]),s-8),lf(r,d(_[A]),10,d(_[A]),s-f)}),Ao(m).forEach((C,A)=>{r.textAlign="right",r.fillText(C,h-8,g(m[A])+3.5),lf(r,h,g(m[A]),n-12,g(m[A]))});const p=Wr(this.state.theme)?yl:ps;r.strokeStyle=p[0],r.lineWidth=1.3,r.globalAlpha=.85,r.beginPath();const y=this.time.length,S=Math.max(1,Math.floor(y/2e4));for(let C=0;C<y;C+=S)r.lineTo(d(this.x[1][C]),g(this.y[1][C]));r.stroke(),r.globalAlpha=1;const x=of(this.time,this.state.time);r.fillStyle=o("--accent"),r.beginPath(),r.arc(d(this.x[1][x]),g(this.y[1][x]),4.5,0,2*Math.PI),r.fill(),r.strokeStyle=o("--panel"),r.lineWidth=1.5,r.stroke()}}function lf(i,t,e,n,s){i.beginPath(),i.moveTo(t,e),i.lineTo(n,s),i.stroke()}function cf(i){let[t,e]=[1/0,-1/0];for(const s of i)Number.isFinite(s)&&([t,e]=[Math.min(t,s),Math.max(e,s)]);e>t||([t,e]=[(t||0)-1,(t||0)+1]);const n=.06*(e-t);return[t-n,e+n]}function hf(i,t,e){const n=(t-i)/e,s=10**Math.floor(Math.log10(n)),r=[1,2,5,10].map(a=>a*s).find(a=>a>=n)??n,o=[];for(let a=Math.ceil(i/r)*r;a<=t+1e-12*r;a+=r)o.push(Math.abs(a)<1e-12*r?0:a);return o}const Jg=[["space","play, pause"],["← →","one frame back, forth; with shift ten"],["↑ ↓","faster, slower"],["home end","first, last frame"],["[ ]","failed step before, after"],["1 2 3 4","whole scene, from above, front, side"],["c f n j","contacts, forces, force chains, joints"],["l","arrow lengths by logarithm"],["/","find a body"],["d","light, dark"],["esc","nothing selected"],["?","this list"]];function Qg(){const i=Jg.map(([n,s])=>ot("tr",{},ot("td",{},...n.split(" ").map(r=>ot("kbd",{},r))),ot("td",{},s))),t=ot("dialog",{class:"help"},ot("h2",{},"Keys"),ot("table",{},...i),ot("p",{class:"muted"},"Drag to turn, right drag to move, wheel to zoom. Click a body or a contact for its curves; click a curve to go to that time, drag in it to zoom, double-click to see all of it. Arrows are forces on the body that can move. The address of this page restores what you see.")),e=ot("button",{type:"button",class:"button"},"Close");return e.addEventListener("click",()=>t.close()),t.append(e),t.addEventListener("click",n=>{n.target===t&&t.close()}),t}const t_=120;class e_{constructor(t,e,n){this.run=t,this.state=e,this.served=n,this.element=ot("aside",{class:"inspector",hidden:""}),this.plots=[],this.now=null,this.turn=0,e.on("selection",()=>this.fill()),e.on("time",()=>this.update()),e.on("theme",()=>this.plots.forEach(s=>s.redraw()))}update(){this.now?.();for(const t of this.plots)t.update()}fill(){for(const e of this.plots)e.destroy();this.plots=[],this.now=null,this.turn++;const{selection:t}=this.state;this.element.hidden=t.kind==="none",this.element.replaceChildren(),t.kind==="body"&&this.body(t.body),t.kind==="pair"&&this.pair(t.a,t.b),t.kind==="joint"&&this.joint(t.joint),t.kind==="joint"&&!this.plots.length&&(this.element.hidden=!0)}title(t,e){const n=mn("","deselect (Esc)",()=>this.state.select({kind:"none"}),"icon");n.append(To("close"));const s=mn("CSV","download these series",()=>this.save(t));this.element.append(ot("header",{},ot("div",{},ot("h2",{},t),ot("p",{class:"muted"},e)),ot("div",{class:"row"},s,n)))}save(t){const e=[];for(const n of this.plots)n.options.series[0]?.values.length===(e[0]?.[1].length??n.options.time.length)&&e.push(...n.table().slice(e.length?1:0));Ha(`${this.run.head.name}-${t.replace(/[^\w.-]+/g,"_")}.csv`,"text/csv",Ph(e))}add(t){const e=new Xr(this.state,{...t,height:t_});this.plots.push(e),this.element.append(e.element)}body(t){const{run:e}=this,{head:n}=e,s=n.bodies[t],r={free:`moves freely, ${wi(s.mass)} kg`,fixed:"fixed",moved:"follows a motion"}[s.kind],o=[...new Set(s.shapes.map(([c])=>n.shapes[c].kind))].join(", ");this.title(s.name,[r,o].filter(Boolean).join(" · "));const a=ot("div",{class:"touching"});this.element.append(a),this.now=()=>this.touching(t,a),this.now();const l=n.body_columns;if(e.moving[t]>=0){const c=new Map(l.map((u,h)=>[u,e.bodySeries(t,h)]));this.bodyPlots(e.times,c),this.served&&this.fetchBody(t,s.name)}n.contacts&&e.forceN.length&&this.netForce(t)}bodyPlots(t,e){const n=(s,r,o)=>{const l=o.filter(c=>e.has(c)).map((c,u)=>({label:c,values:e.get(c),colour:u}));l.length&&this.add({title:s,unit:r,time:t,series:l})};n("Position","m",["x","y","z"]),n("Velocity","m/s",["vx","vy","vz"]),e.has("angle")?n("Angle","rad",["angle"]):n("Quaternion","",["qw","qx","qy","qz"]),n("Angular velocity","rad/s",["wx","wy","wz"])}async fetchBody(t,e){const n=this.turn,s=await fetch(`series?body=${encodeURIComponent(e)}`).catch(()=>null);if(!s?.ok||n!==this.turn)return;const r=await s.json();if(n!==this.turn)return;for(const l of this.plots)l.destroy();this.plots=[];const o=l=>Float64Array.from(l,c=>c??NaN),a=new Map(Object.entries(r).map(([l,c])=>[l,o(c)]));this.bodyPlots(a.get("time")??[],a),this.run.head.contacts&&this.run.forceN.length&&this.netForce(t),this.element.dataset.full=e,this.update()}touching(t,e){const{run:n}=this,s=n.contactFrame(n.frameAt(this.state.time)),r=new Map;for(let a=n.starts[s]??0;a<(n.starts[s+1]??0);a++){if(n.a[a]!==t&&n.b[a]!==t)continue;const l=n.a[a]===t?n.b[a]:n.a[a],c=r.get(l)??{force:0,status:0};r.set(l,{force:c.force+n.forceN[a],status:Math.max(c.status,n.status[a])})}const o=[...r].sort((a,l)=>l[1].force-a[1].force).slice(0,12);e.replaceChildren(...o.map(([a,{force:l,status:c}])=>{const u=mn(n.bodyName(a),"show this contact",()=>this.state.select(i_(n,t,a)),"chip");return u.prepend(ot("i",{class:`status ${Va[c]}`})),u.append(ot("span",{class:"value"},`${wi(l,3)} N`)),u}))}netForce(t){const{run:e}=this,n=uf(e),s=Float64Array.from(n,a=>e.times[a]),r=[0,1,2].map(()=>new Float64Array(n.length));n.forEach((a,l)=>{for(let c=e.starts[a];c<e.starts[a+1];c++){const u=e.b[c]===t?1:e.a[c]===t?-1:0;if(u)for(let h=0;h<3;h++)r[h][l]+=u*e.force[3*c+h]}});const o=e.head.plane?["x","y"]:["x","y","z"];this.add({title:"Contact force",unit:"N, sum of all contacts",time:s,series:o.map((a,l)=>({label:`F${a}`,values:r[l],colour:l}))})}pair(t,e){const{run:n}=this;this.title(`${n.bodyName(t)} – ${n.bodyName(e)}`,"contact; the force acts on the second body");const s=ot("p",{class:"pair-now"}),r=ot("div",{class:"touching"});for(const l of[t,e])r.append(mn(n.bodyName(l),"show this body",()=>this.state.select({kind:"body",body:l}),"chip"));this.element.append(s,r);const o=s_(n,t,e);this.now=()=>{const l=o.time.length?n_(o.time,this.state.time):-1,c=Va[o.status[l]??0],u=l>=0&&o.points[l]>0;s.replaceChildren(ot("i",{class:`status ${u?c:"open"}`}),u?`${c}, ${wi(o.normal[l])} N normal`:"apart")},this.now();const a=(l,c,u)=>this.add({title:l,unit:c,time:o.time,series:u});a("Force","N",[{label:"normal",values:o.normal,colour:0},{label:"tangential",values:o.tangential,colour:1}]),a("Gap","m, least",[{label:"gap",values:o.gap,colour:2}]),a("Status","0 open, 1 stick, 2 slip, 3 impact",[{label:"status",values:o.status,colour:3,bars:!0}]),o.points.some(l=>l>1)&&a("Points","contacts of the pair",[{label:"points",values:o.points,colour:4,bars:!0}])}joint(t){const{run:e}=this,n=e.head.columns.map((s,r)=>({...s,k:r})).filter(s=>s.group==="joint"&&s.name.startsWith(`${t}.`));if(n.length){this.title(t,`joint: ${e.head.links.find(s=>s.name===t)?.kind??"gear"}`);for(const s of n){const r=e.columnSeries(s.k),o=s.name.slice(t.length+1),a={coordinate:"rad or m",velocity:"rad/s or m/s",force:"N",torque:"N·m"}[o]??"";r.some(l=>!Number.isNaN(l))&&this.add({title:o[0].toUpperCase()+o.slice(1),unit:a,time:e.times,series:[{label:o,values:r}]})}}}}function n_(i,t){let e=0;for(;e+1<i.length&&i[e+1]<=t+1e-9*Math.abs(i[i.length-1]);)e++;return e}function uf(i){const t=[];for(let e=0;e<i.times.length;e+=i.head.contacts_every)t.push(e);return t}function i_(i,t,e){for(let n=0;n<i.a.length;n++){if(i.a[n]===t&&i.b[n]===e)return{kind:"pair",a:t,b:e};if(i.a[n]===e&&i.b[n]===t)return{kind:"pair",a:e,b:t}}return{kind:"pair",a:t,b:e}}function s_(i,t,e){const n=uf(i),s=n.length,r=()=>new Float64Array(s),o={time:r(),normal:r(),tangential:r(),gap:r().fill(NaN),points:r(),status:r()};return n.forEach((a,l)=>{o.time[l]=i.times[a];const c=[0,0,0];for(let u=i.starts[a];u<i.starts[a+1];u++){const h=i.a[u]===t&&i.b[u]===e;if(!h&&!(i.a[u]===e&&i.b[u]===t))continue;const f=i.forceN[u];o.normal[l]+=f;for(let d=0;d<3;d++)c[d]+=(h?1:-1)*(i.force[3*u+d]-f*i.normal[3*u+d]);o.gap[l]=Number.isNaN(o.gap[l])?i.gap[u]:Math.min(o.gap[l],i.gap[u]),o.status[l]=Math.max(o.status[l],i.status[u]),o.points[l]++}o.tangential[l]=Math.hypot(c[0],c[1],c[2])}),o}const ms=28;class r_{constructor(t,e,n){this.input=ot("input",{type:"search",placeholder:"Find a body or joint","aria-label":"find a body or joint"}),this.rows=ot("div",{class:"rows",role:"listbox",tabindex:"-1"}),this.space=ot("div",{class:"space"}),this.found=ot("p",{class:"muted small"}),this.items=[],this.shown=[];const s=[...new Set(t.head.columns.filter(r=>r.group==="joint").map(r=>r.name.replace(/\.[^.]*$/,"")))];t.head.bodies.forEach((r,o)=>this.items.push({name:r.name,note:r.kind==="free"?"":r.kind,colour:n(o),chosen:()=>e.selection.kind==="body"&&e.selection.body===o,act:()=>e.select({kind:"body",body:o})}));for(const r of s)this.items.push({name:r,note:"joint",colour:"",chosen:()=>e.selection.kind==="joint"&&e.selection.joint===r,act:()=>e.select({kind:"joint",joint:r})});this.rows.append(this.space),this.element=ot("nav",{class:"list","aria-label":"bodies"},this.input,this.found,this.rows),this.input.addEventListener("input",()=>this.search()),this.input.addEventListener("keydown",r=>{r.key==="Enter"&&this.shown[0]?.act(),r.key==="Escape"&&this.input.blur(),r.stopPropagation()}),this.rows.addEventListener("scroll",()=>this.draw()),new ResizeObserver(()=>this.draw()).observe(this.rows),e.on("selection",()=>this.reveal()),this.search()}focus(){this.input.focus(),this.input.select()}search(){const t=this.input.value.toLowerCase().split(/\s+/).filter(Boolean);this.shown=this.items.filter(e=>t.every(n=>`${e.name} ${e.note}`.toLowerCase().includes(n))),this.found.textContent=t.length?`${this.shown.length} of ${this.items.length}`:wo(this.items.length,"entry","entries"),this.rows.scrollTop=0,this.draw()}reveal(){const t=this.shown.findIndex(s=>s.chosen()),{scrollTop:e,clientHeight:n}=this.rows;t>=0&&(t*ms<e||(t+1)*ms>e+n)&&(this.rows.scrollTop=t*ms-n/2),this.draw()}draw(){this.space.style.height=`${this.shown.length*ms}px`;const t=Math.max(0,Math.floor(this.rows.scrollTop/ms)-4),e=Math.min(this.shown.length,t+Math.ceil(this.rows.clientHeight/ms)+8),n=this.shown.slice(t,e).map((s,r)=>{const o=ot("i");s.colour?o.style.background=s.colour:o.className="joint";const a=ot("button",{type:"button",class:"item",role:"option","aria-selected":String(s.chosen())},o,ot("span",{},s.name));return s.note&&a.append(ot("em",{},s.note)),a.style.top=`${(t+r)*ms}px`,a.addEventListener("click",s.act),a});this.space.replaceChildren(...n)}}/**
 * @license
 * Copyright 2010-2025 Three.js Authors
 * SPDX-License-Identifier: MIT
 */const Ml="180",Zs={ROTATE:0,DOLLY:1,PAN:2},Js={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},o_=0,ff=1,a_=2,df=1,l_=2,Ci=3,Xi=0,Pn=1,Pi=2,Yi=0,Qs=1,pf=2,mf=3,gf=4,c_=5,gs=100,h_=101,u_=102,f_=103,d_=104,p_=200,m_=201,g_=202,__=203,Sl=204,El=205,v_=206,x_=207,y_=208,M_=209,S_=210,E_=211,b_=212,T_=213,w_=214,bl=0,Tl=1,wl=2,tr=3,Al=4,Rl=5,Cl=6,Pl=7,_f=0,A_=1,R_=2,qi=0,C_=1,P_=2,D_=3,L_=4,U_=5,I_=6,N_=7,vf=300,er=301,nr=302,Dl=303,Ll=304,Wo=306,Ul=1e3,_s=1001,Il=1002,Dn=1003,F_=1004,Xo=1005,pi=1006,Nl=1007,vs=1008,Di=1009,xf=1010,yf=1011,Yr=1012,Fl=1013,xs=1014,mi=1015,qr=1016,Ol=1017,Bl=1018,$r=1020,Mf=35902,Sf=35899,Ef=1021,bf=1022,Zn=1023,Kr=1026,jr=1027,Tf=1028,zl=1029,wf=1030,kl=1031,Hl=1033,Yo=33776,qo=33777,$o=33778,Ko=33779,Vl=35840,Gl=35841,Wl=35842,Xl=35843,Yl=36196,ql=37492,$l=37496,Kl=37808,jl=37809,Zl=37810,Jl=37811,Ql=37812,tc=37813,ec=37814,nc=37815,ic=37816,sc=37817,rc=37818,oc=37819,ac=37820,lc=37821,cc=36492,hc=36494,uc=36495,fc=36283,dc=36284,pc=36285,mc=36286,O_=3200,B_=3201,z_=0,k_=1,$i="",Jn="srgb",ys="srgb-linear",jo="linear",Ee="srgb",ir=7680,Af=519,H_=512,V_=513,G_=514,Rf=515,W_=516,X_=517,Y_=518,q_=519,Cf=35044,Pf="300 es",gi=2e3,Zo=2001;class Ms{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});const n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){const n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){const n=this._listeners;if(n===void 0)return;const s=n[t];if(s!==void 0){const r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){const e=this._listeners;if(e===void 0)return;const n=e[t.type];if(n!==void 0){t.target=this;const s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}}const _n=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Jo=Math.PI/180,gc=180/Math.PI;function sr(){const i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(_n[i&255]+_n[i>>8&255]+_n[i>>16&255]+_n[i>>24&255]+"-"+_n[t&255]+_n[t>>8&255]+"-"+_n[t>>16&15|64]+_n[t>>24&255]+"-"+_n[e&63|128]+_n[e>>8&255]+"-"+_n[e>>16&255]+_n[e>>24&255]+_n[n&255]+_n[n>>8&255]+_n[n>>16&255]+_n[n>>24&255]).toLowerCase()}function oe(i,t,e){return Math.max(t,Math.min(e,i))}function $_(i,t){return(i%t+t)%t}function _c(i,t,e){return(1-e)*i+e*t}function Zr(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return i/4294967295;case Uint16Array:return i/65535;case Uint8Array:return i/255;case Int32Array:return Math.max(i/2147483647,-1);case Int16Array:return Math.max(i/32767,-1);case Int8Array:return Math.max(i/127,-1);default:throw new Error("Invalid component type.")}}function Ln(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return Math.round(i*4294967295);case Uint16Array:return Math.round(i*65535);case Uint8Array:return Math.round(i*255);case Int32Array:return Math.round(i*2147483647);case Int16Array:return Math.round(i*32767);case Int8Array:return Math.round(i*127);default:throw new Error("Invalid component type.")}}const K_={DEG2RAD:Jo};class Rt{constructor(t=0,e=0){Rt.prototype.isVector2=!0,this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){const e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=oe(this.x,t.x,e.x),this.y=oe(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=oe(this.x,t,e),this.y=oe(this.y,t,e),this}clampLength(t,e){const n=this.length();return this.divideScalar(n||1).multiplyScalar(oe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){const e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;const n=this.dot(t)/e;return Math.acos(oe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){const e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){const n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}}class Li{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],u=n[s+2],h=n[s+3];const f=r[o+0],d=r[o+1],g=r[o+2],_=r[o+3];if(a===0){t[e+0]=l,t[e+1]=c,t[e+2]=u,t[e+3]=h;return}if(a===1){t[e+0]=f,t[e+1]=d,t[e+2]=g,t[e+3]=_;return}if(h!==_||l!==f||c!==d||u!==g){let m=1-a;const p=l*f+c*d+u*g+h*_,y=p>=0?1:-1,S=1-p*p;if(S>Number.EPSILON){const C=Math.sqrt(S),A=Math.atan2(C,p*y);m=Math.sin(m*A)/C,a=Math.sin(a*A)/C}const x=a*y;if(l=l*m+f*x,c=c*m+d*x,u=u*m+g*x,h=h*m+_*x,m===1-a){const C=1/Math.sqrt(l*l+c*c+u*u+h*h);l*=C,c*=C,u*=C,h*=C}}t[e]=l,t[e+1]=c,t[e+2]=u,t[e+3]=h}static multiplyQuaternionsFlat(t,e,n,s,r,o){const a=n[s],l=n[s+1],c=n[s+2],u=n[s+3],h=r[o],f=r[o+1],d=r[o+2],g=r[o+3];return t[e]=a*g+u*h+l*d-c*f,t[e+1]=l*g+u*f+c*h-a*d,t[e+2]=c*g+u*d+a*f-l*h,t[e+3]=u*g-a*h-l*f-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){const n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),u=a(s/2),h=a(r/2),f=l(n/2),d=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=f*u*h+c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h-f*d*g;break;case"YXZ":this._x=f*u*h+c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h+f*d*g;break;case"ZXY":this._x=f*u*h-c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h-f*d*g;break;case"ZYX":this._x=f*u*h-c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h+f*d*g;break;case"YZX":this._x=f*u*h+c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h-f*d*g;break;case"XZY":this._x=f*u*h-c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h+f*d*g;break;default:console.warn("THREE.Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){const n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){const e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],u=e[6],h=e[10],f=n+a+h;if(f>0){const d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(u-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>h){const d=2*Math.sqrt(1+n-a-h);this._w=(u-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>h){const d=2*Math.sqrt(1+a-n-h);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+u)/d}else{const d=2*Math.sqrt(1+h-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+u)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(oe(this.dot(t),-1,1)))}rotateTowards(t,e){const n=this.angleTo(t);if(n===0)return this;const s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){const n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,u=e._w;return this._x=n*u+o*a+s*c-r*l,this._y=s*u+o*l+r*a-n*c,this._z=r*u+o*c+n*l-s*a,this._w=o*u-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){if(e===0)return this;if(e===1)return this.copy(t);const n=this._x,s=this._y,r=this._z,o=this._w;let a=o*t._w+n*t._x+s*t._y+r*t._z;if(a<0?(this._w=-t._w,this._x=-t._x,this._y=-t._y,this._z=-t._z,a=-a):this.copy(t),a>=1)return this._w=o,this._x=n,this._y=s,this._z=r,this;const l=1-a*a;if(l<=Number.EPSILON){const d=1-e;return this._w=d*o+e*this._w,this._x=d*n+e*this._x,this._y=d*s+e*this._y,this._z=d*r+e*this._z,this.normalize(),this}const c=Math.sqrt(l),u=Math.atan2(c,a),h=Math.sin((1-e)*u)/c,f=Math.sin(e*u)/c;return this._w=o*h+this._w*f,this._x=n*h+this._x*f,this._y=s*h+this._y*f,this._z=r*h+this._z*f,this._onChangeCallback(),this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){const t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}}class O{constructor(t=0,e=0,n=0){O.prototype.isVector3=!0,this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Df.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Df.setFromAxisAngle(t,e))}applyMatrix3(t){const e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){const e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){const e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),u=2*(a*e-r*s),h=2*(r*n-o*e);return this.x=e+l*c+o*h-a*u,this.y=n+l*u+a*c-r*h,this.z=s+l*h+r*u-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){const e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=oe(this.x,t.x,e.x),this.y=oe(this.y,t.y,e.y),this.z=oe(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=oe(this.x,t,e),this.y=oe(this.y,t,e),this.z=oe(this.z,t,e),this}clampLength(t,e){const n=this.length();return this.divideScalar(n||1).multiplyScalar(oe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){const n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){const e=t.lengthSq();if(e===0)return this.set(0,0,0);const n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return vc.copy(this).projectOnVector(t),this.sub(vc)}reflect(t){return this.sub(vc.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){const e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;const n=this.dot(t)/e;return Math.acos(oe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){const e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){const s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){const e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){const e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){const t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}}const vc=new O,Df=new Li;class ie{constructor(t,e,n,s,r,o,a,l,c){ie.prototype.isMatrix3=!0,this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){const u=this.elements;return u[0]=t,u[1]=s,u[2]=a,u[3]=e,u[4]=r,u[5]=l,u[6]=n,u[7]=o,u[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){const e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){const e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){const n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],u=n[4],h=n[7],f=n[2],d=n[5],g=n[8],_=s[0],m=s[3],p=s[6],y=s[1],S=s[4],x=s[7],C=s[2],A=s[5],U=s[8];return r[0]=o*_+a*y+l*C,r[3]=o*m+a*S+l*A,r[6]=o*p+a*x+l*U,r[1]=c*_+u*y+h*C,r[4]=c*m+u*S+h*A,r[7]=c*p+u*x+h*U,r[2]=f*_+d*y+g*C,r[5]=f*m+d*S+g*A,r[8]=f*p+d*x+g*U,this}multiplyScalar(t){const e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){const t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8];return e*o*u-e*a*c-n*r*u+n*a*l+s*r*c-s*o*l}invert(){const t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8],h=u*o-a*c,f=a*l-u*r,d=c*r-o*l,g=e*h+n*f+s*d;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);const _=1/g;return t[0]=h*_,t[1]=(s*c-u*n)*_,t[2]=(a*n-s*o)*_,t[3]=f*_,t[4]=(u*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=d*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t;const e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){const e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){const l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return this.premultiply(xc.makeScale(t,e)),this}rotate(t){return this.premultiply(xc.makeRotation(-t)),this}translate(t,e){return this.premultiply(xc.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){const e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){const e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){const n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}}const xc=new ie;function Lf(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Qo(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function j_(){const i=Qo("canvas");return i.style.display="block",i}const Uf={};function Jr(i){i in Uf||(Uf[i]=!0,console.warn(i))}function Z_(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}const If=new ie().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Nf=new ie().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function J_(){const i={enabled:!0,workingColorSpace:ys,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ee&&(s.r=Ui(s.r),s.g=Ui(s.g),s.b=Ui(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ee&&(s.r=rr(s.r),s.g=rr(s.g),s.b=rr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===$i?jo:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[r].toXYZ).multiply(this.spaces[o].fromXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace},fromWorkingColorSpace:function(s,r){return Jr("THREE.ColorManagement: .fromWorkingColorSpace() has been renamed to .workingToColorSpace()."),i.workingToColorSpace(s,r)},toWorkingColorSpace:function(s,r){return Jr("THREE.ColorManagement: .toWorkingColorSpace() has been renamed to .colorSpaceToWorking()."),i.colorSpaceToWorking(s,r)}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[ys]:{primaries:t,whitePoint:n,transfer:jo,toXYZ:If,fromXYZ:Nf,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Jn},outputColorSpaceConfig:{drawingBufferColorSpace:Jn}},[Jn]:{primaries:t,whitePoint:n,transfer:Ee,toXYZ:If,fromXYZ:Nf,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Jn}}}),i}const he=J_();function Ui(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function rr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}let or;class Q_{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{or===void 0&&(or=Qo("canvas")),or.width=t.width,or.height=t.height;const s=or.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=or}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){const e=Qo("canvas");e.width=t.width,e.height=t.height;const n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);const s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Ui(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){const e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Ui(e[n]/255)*255):e[n]=Ui(e[n]);return{data:e,width:t.width,height:t.height}}else return console.warn("THREE.ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}}let t0=0;class yc{constructor(t=null){this.isSource=!0,Object.defineProperty(this,"id",{value:t0++}),this.uuid=sr(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){const e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):e instanceof VideoFrame?t.set(e.displayHeight,e.displayWidth,0):e!==null?t.set(e.width,e.height,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){const e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];const n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Mc(s[o].image)):r.push(Mc(s[o]))}else r=Mc(s);n.url=r}return e||(t.images[this.uuid]=n),n}}function Mc(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Q_.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(console.warn("THREE.Texture: Unable to serialize Texture."),{})}let e0=0;const Sc=new O;class Mn extends Ms{constructor(t=Mn.DEFAULT_IMAGE,e=Mn.DEFAULT_MAPPING,n=_s,s=_s,r=pi,o=vs,a=Zn,l=Di,c=Mn.DEFAULT_ANISOTROPY,u=$i){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:e0++}),this.uuid=sr(),this.name="",this.source=new yc(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Rt(0,0),this.repeat=new Rt(1,1),this.center=new Rt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ie,this.generateMipmaps=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0}get width(){return this.source.getSize(Sc).x}get height(){return this.source.getSize(Sc).y}get depth(){return this.source.getSize(Sc).z}get image(){return this.source.data}set image(t=null){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(const e in t){const n=t[e];if(n===void 0){console.warn(`THREE.Texture.setValues(): parameter '${e}' has value of undefined.`);continue}const s=this[e];if(s===void 0){console.warn(`THREE.Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){const e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];const n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==vf)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Ul:t.x=t.x-Math.floor(t.x);break;case _s:t.x=t.x<0?0:1;break;case Il:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Ul:t.y=t.y-Math.floor(t.y);break;case _s:t.y=t.y<0?0:1;break;case Il:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}}Mn.DEFAULT_IMAGE=null,Mn.DEFAULT_MAPPING=vf,Mn.DEFAULT_ANISOTROPY=1;class Ge{constructor(t=0,e=0,n=0,s=1){Ge.prototype.isVector4=!0,this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){const e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);const e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r;const l=t.elements,c=l[0],u=l[4],h=l[8],f=l[1],d=l[5],g=l[9],_=l[2],m=l[6],p=l[10];if(Math.abs(u-f)<.01&&Math.abs(h-_)<.01&&Math.abs(g-m)<.01){if(Math.abs(u+f)<.1&&Math.abs(h+_)<.1&&Math.abs(g+m)<.1&&Math.abs(c+d+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;const S=(c+1)/2,x=(d+1)/2,C=(p+1)/2,A=(u+f)/4,U=(h+_)/4,F=(g+m)/4;return S>x&&S>C?S<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(S),s=A/n,r=U/n):x>C?x<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(x),n=A/s,r=F/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=U/r,s=F/r),this.set(n,s,r,e),this}let y=Math.sqrt((m-g)*(m-g)+(h-_)*(h-_)+(f-u)*(f-u));return Math.abs(y)<.001&&(y=1),this.x=(m-g)/y,this.y=(h-_)/y,this.z=(f-u)/y,this.w=Math.acos((c+d+p-1)/2),this}setFromMatrixPosition(t){const e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=oe(this.x,t.x,e.x),this.y=oe(this.y,t.y,e.y),this.z=oe(this.z,t.z,e.z),this.w=oe(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=oe(this.x,t,e),this.y=oe(this.y,t,e),this.z=oe(this.z,t,e),this.w=oe(this.w,t,e),this}clampLength(t,e){const n=this.length();return this.divideScalar(n||1).multiplyScalar(oe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}}class n0 extends Ms{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:pi,depthBuffer:!0,stencilBuffer:!1,resolveDepthBuffer:!0,resolveStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Ge(0,0,t,e),this.scissorTest=!1,this.viewport=new Ge(0,0,t,e);const s={width:t,height:e,depth:n.depth},r=new Mn(s);this.textures=[];const o=n.count;for(let a=0;a<o;a++)this.textures[a]=r.clone(),this.textures[a].isRenderTargetTexture=!0,this.textures[a].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview}_setTextureOptions(t={}){const e={minFilter:pi,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&(this._depthTexture.renderTarget=null),t!==null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isArrayTexture=this.textures[s].image.depth>1;this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;const s=Object.assign({},t.textures[e].image);this.textures[e].source=new yc(s)}return this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,t.depthTexture!==null&&(this.depthTexture=t.depthTexture.clone()),this.samples=t.samples,this}dispose(){this.dispatchEvent({type:"dispose"})}}class Ss extends n0{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}}class Ff extends Mn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Dn,this.minFilter=Dn,this.wrapR=_s,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}}class i0 extends Mn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Dn,this.minFilter=Dn,this.wrapR=_s,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}}class Qr{constructor(t=new O(1/0,1/0,1/0),e=new O(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(oi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(oi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){const n=oi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);const n=t.geometry;if(n!==void 0){const r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,oi):oi.fromBufferAttribute(r,o),oi.applyMatrix4(t.matrixWorld),this.expandByPoint(oi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),ta.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),ta.copy(n.boundingBox)),ta.applyMatrix4(t.matrixWorld),this.union(ta)}const s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,oi),oi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(to),ea.subVectors(this.max,to),ar.subVectors(t.a,to),lr.subVectors(t.b,to),cr.subVectors(t.c,to),Ki.subVectors(lr,ar),ji.subVectors(cr,lr),Es.subVectors(ar,cr);let e=[0,-Ki.z,Ki.y,0,-ji.z,ji.y,0,-Es.z,Es.y,Ki.z,0,-Ki.x,ji.z,0,-ji.x,Es.z,0,-Es.x,-Ki.y,Ki.x,0,-ji.y,ji.x,0,-Es.y,Es.x,0];return!Ec(e,ar,lr,cr,ea)||(e=[1,0,0,0,1,0,0,0,1],!Ec(e,ar,lr,cr,ea))?!1:(na.crossVectors(Ki,ji),e=[na.x,na.y,na.z],Ec(e,ar,lr,cr,ea))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,oi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(oi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(Ii[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),Ii[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),Ii[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),Ii[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),Ii[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),Ii[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),Ii[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),Ii[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(Ii),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}}const Ii=[new O,new O,new O,new O,new O,new O,new O,new O],oi=new O,ta=new Qr,ar=new O,lr=new O,cr=new O,Ki=new O,ji=new O,Es=new O,to=new O,ea=new O,na=new O,bs=new O;function Ec(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){bs.fromArray(i,r);const a=s.x*Math.abs(bs.x)+s.y*Math.abs(bs.y)+s.z*Math.abs(bs.z),l=t.dot(bs),c=e.dot(bs),u=n.dot(bs);if(Math.max(-Math.max(l,c,u),Math.min(l,c,u))>a)return!1}return!0}const s0=new Qr,eo=new O,bc=new O;class no{constructor(t=new O,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){const n=this.center;e!==void 0?n.copy(e):s0.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){const e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){const n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;eo.subVectors(t,this.center);const e=eo.lengthSq();if(e>this.radius*this.radius){const n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(eo,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(bc.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(eo.copy(t.center).add(bc)),this.expandByPoint(eo.copy(t.center).sub(bc))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}}const Ni=new O,Tc=new O,ia=new O,Zi=new O,wc=new O,sa=new O,Ac=new O;class hr{constructor(t=new O,e=new O(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Ni)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);const n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){const e=Ni.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Ni.copy(this.origin).addScaledVector(this.direction,e),Ni.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){Tc.copy(t).add(e).multiplyScalar(.5),ia.copy(e).sub(t).normalize(),Zi.copy(this.origin).sub(Tc);const r=t.distanceTo(e)*.5,o=-this.direction.dot(ia),a=Zi.dot(this.direction),l=-Zi.dot(ia),c=Zi.lengthSq(),u=Math.abs(1-o*o);let h,f,d,g;if(u>0)if(h=o*l-a,f=o*a-l,g=r*u,h>=0)if(f>=-g)if(f<=g){const _=1/u;h*=_,f*=_,d=h*(h+o*f+2*a)+f*(o*h+f+2*l)+c}else f=r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;else f=-r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;else f<=-g?(h=Math.max(0,-(-o*r+a)),f=h>0?-r:Math.min(Math.max(-r,-l),r),d=-h*h+f*(f+2*l)+c):f<=g?(h=0,f=Math.min(Math.max(-r,-l),r),d=f*(f+2*l)+c):(h=Math.max(0,-(o*r+a)),f=h>0?r:Math.min(Math.max(-r,-l),r),d=-h*h+f*(f+2*l)+c);else f=o>0?-r:r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,h),s&&s.copy(Tc).addScaledVector(ia,f),d}intersectSphere(t,e){Ni.subVectors(t.center,this.origin);const n=Ni.dot(this.direction),s=Ni.dot(Ni)-n*n,r=t.radius*t.radius;if(s>r)return null;const o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){const e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;const n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){const n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){const e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l;const c=1/this.direction.x,u=1/this.direction.y,h=1/this.direction.z,f=this.origin;return c>=0?(n=(t.min.x-f.x)*c,s=(t.max.x-f.x)*c):(n=(t.max.x-f.x)*c,s=(t.min.x-f.x)*c),u>=0?(r=(t.min.y-f.y)*u,o=(t.max.y-f.y)*u):(r=(t.max.y-f.y)*u,o=(t.min.y-f.y)*u),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),h>=0?(a=(t.min.z-f.z)*h,l=(t.max.z-f.z)*h):(a=(t.max.z-f.z)*h,l=(t.min.z-f.z)*h),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Ni)!==null}intersectTriangle(t,e,n,s,r){wc.subVectors(e,t),sa.subVectors(n,t),Ac.crossVectors(wc,sa);let o=this.direction.dot(Ac),a;if(o>0){if(s)return null;a=1}else if(o<0)a=-1,o=-o;else return null;Zi.subVectors(this.origin,t);const l=a*this.direction.dot(sa.crossVectors(Zi,sa));if(l<0)return null;const c=a*this.direction.dot(wc.cross(Zi));if(c<0||l+c>o)return null;const u=-a*Zi.dot(Ac);return u<0?null:this.at(u/o,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}}class Ce{constructor(t,e,n,s,r,o,a,l,c,u,h,f,d,g,_,m){Ce.prototype.isMatrix4=!0,this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,u,h,f,d,g,_,m)}set(t,e,n,s,r,o,a,l,c,u,h,f,d,g,_,m){const p=this.elements;return p[0]=t,p[4]=e,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=u,p[10]=h,p[14]=f,p[3]=d,p[7]=g,p[11]=_,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new Ce().fromArray(this.elements)}copy(t){const e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){const e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){const e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){const e=this.elements,n=t.elements,s=1/ur.setFromMatrixColumn(t,0).length(),r=1/ur.setFromMatrixColumn(t,1).length(),o=1/ur.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){const e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),u=Math.cos(r),h=Math.sin(r);if(t.order==="XYZ"){const f=o*u,d=o*h,g=a*u,_=a*h;e[0]=l*u,e[4]=-l*h,e[8]=c,e[1]=d+g*c,e[5]=f-_*c,e[9]=-a*l,e[2]=_-f*c,e[6]=g+d*c,e[10]=o*l}else if(t.order==="YXZ"){const f=l*u,d=l*h,g=c*u,_=c*h;e[0]=f+_*a,e[4]=g*a-d,e[8]=o*c,e[1]=o*h,e[5]=o*u,e[9]=-a,e[2]=d*a-g,e[6]=_+f*a,e[10]=o*l}else if(t.order==="ZXY"){const f=l*u,d=l*h,g=c*u,_=c*h;e[0]=f-_*a,e[4]=-o*h,e[8]=g+d*a,e[1]=d+g*a,e[5]=o*u,e[9]=_-f*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){const f=o*u,d=o*h,g=a*u,_=a*h;e[0]=l*u,e[4]=g*c-d,e[8]=f*c+_,e[1]=l*h,e[5]=_*c+f,e[9]=d*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){const f=o*l,d=o*c,g=a*l,_=a*c;e[0]=l*u,e[4]=_-f*h,e[8]=g*h+d,e[1]=h,e[5]=o*u,e[9]=-a*u,e[2]=-c*u,e[6]=d*h+g,e[10]=f-_*h}else if(t.order==="XZY"){const f=o*l,d=o*c,g=a*l,_=a*c;e[0]=l*u,e[4]=-h,e[8]=c*u,e[1]=f*h+_,e[5]=o*u,e[9]=d*h-g,e[2]=g*h-d,e[6]=a*u,e[10]=_*h+f}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(r0,t,o0)}lookAt(t,e,n){const s=this.elements;return zn.subVectors(t,e),zn.lengthSq()===0&&(zn.z=1),zn.normalize(),Ji.crossVectors(n,zn),Ji.lengthSq()===0&&(Math.abs(n.z)===1?zn.x+=1e-4:zn.z+=1e-4,zn.normalize(),Ji.crossVectors(n,zn)),Ji.normalize(),ra.crossVectors(zn,Ji),s[0]=Ji.x,s[4]=ra.x,s[8]=zn.x,s[1]=Ji.y,s[5]=ra.y,s[9]=zn.y,s[2]=Ji.z,s[6]=ra.z,s[10]=zn.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){const n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],u=n[1],h=n[5],f=n[9],d=n[13],g=n[2],_=n[6],m=n[10],p=n[14],y=n[3],S=n[7],x=n[11],C=n[15],A=s[0],U=s[4],F=s[8],T=s[12],b=s[1],P=s[5],B=s[9],H=s[13],W=s[2],X=s[6],Y=s[10],J=s[14],Q=s[3],at=s[7],K=s[11],ut=s[15];return r[0]=o*A+a*b+l*W+c*Q,r[4]=o*U+a*P+l*X+c*at,r[8]=o*F+a*B+l*Y+c*K,r[12]=o*T+a*H+l*J+c*ut,r[1]=u*A+h*b+f*W+d*Q,r[5]=u*U+h*P+f*X+d*at,r[9]=u*F+h*B+f*Y+d*K,r[13]=u*T+h*H+f*J+d*ut,r[2]=g*A+_*b+m*W+p*Q,r[6]=g*U+_*P+m*X+p*at,r[10]=g*F+_*B+m*Y+p*K,r[14]=g*T+_*H+m*J+p*ut,r[3]=y*A+S*b+x*W+C*Q,r[7]=y*U+S*P+x*X+C*at,r[11]=y*F+S*B+x*Y+C*K,r[15]=y*T+S*H+x*J+C*ut,this}multiplyScalar(t){const e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){const t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],u=t[2],h=t[6],f=t[10],d=t[14],g=t[3],_=t[7],m=t[11],p=t[15];return g*(+r*l*h-s*c*h-r*a*f+n*c*f+s*a*d-n*l*d)+_*(+e*l*d-e*c*f+r*o*f-s*o*d+s*c*u-r*l*u)+m*(+e*c*h-e*a*d-r*o*h+n*o*d+r*a*u-n*c*u)+p*(-s*a*u-e*l*h+e*a*f+s*o*h-n*o*f+n*l*u)}transpose(){const t=this.elements;let e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){const s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){const t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8],h=t[9],f=t[10],d=t[11],g=t[12],_=t[13],m=t[14],p=t[15],y=h*m*c-_*f*c+_*l*d-a*m*d-h*l*p+a*f*p,S=g*f*c-u*m*c-g*l*d+o*m*d+u*l*p-o*f*p,x=u*_*c-g*h*c+g*a*d-o*_*d-u*a*p+o*h*p,C=g*h*l-u*_*l-g*a*f+o*_*f+u*a*m-o*h*m,A=e*y+n*S+s*x+r*C;if(A===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);const U=1/A;return t[0]=y*U,t[1]=(_*f*r-h*m*r-_*s*d+n*m*d+h*s*p-n*f*p)*U,t[2]=(a*m*r-_*l*r+_*s*c-n*m*c-a*s*p+n*l*p)*U,t[3]=(h*l*r-a*f*r-h*s*c+n*f*c+a*s*d-n*l*d)*U,t[4]=S*U,t[5]=(u*m*r-g*f*r+g*s*d-e*m*d-u*s*p+e*f*p)*U,t[6]=(g*l*r-o*m*r-g*s*c+e*m*c+o*s*p-e*l*p)*U,t[7]=(o*f*r-u*l*r+u*s*c-e*f*c-o*s*d+e*l*d)*U,t[8]=x*U,t[9]=(g*h*r-u*_*r-g*n*d+e*_*d+u*n*p-e*h*p)*U,t[10]=(o*_*r-g*a*r+g*n*c-e*_*c-o*n*p+e*a*p)*U,t[11]=(u*a*r-o*h*r-u*n*c+e*h*c+o*n*d-e*a*d)*U,t[12]=C*U,t[13]=(u*_*s-g*h*s+g*n*f-e*_*f-u*n*m+e*h*m)*U,t[14]=(g*a*s-o*_*s-g*n*l+e*_*l+o*n*m-e*a*m)*U,t[15]=(o*h*s-u*a*s+u*n*l-e*h*l-o*n*f+e*a*f)*U,this}scale(t){const e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){const t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){const e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){const e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){const e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){const n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,u=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,u*a+n,u*l-s*o,0,c*l-s*a,u*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){const s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,u=o+o,h=a+a,f=r*c,d=r*u,g=r*h,_=o*u,m=o*h,p=a*h,y=l*c,S=l*u,x=l*h,C=n.x,A=n.y,U=n.z;return s[0]=(1-(_+p))*C,s[1]=(d+x)*C,s[2]=(g-S)*C,s[3]=0,s[4]=(d-x)*A,s[5]=(1-(f+p))*A,s[6]=(m+y)*A,s[7]=0,s[8]=(g+S)*U,s[9]=(m-y)*U,s[10]=(1-(f+_))*U,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){const s=this.elements;let r=ur.set(s[0],s[1],s[2]).length();const o=ur.set(s[4],s[5],s[6]).length(),a=ur.set(s[8],s[9],s[10]).length();this.determinant()<0&&(r=-r),t.x=s[12],t.y=s[13],t.z=s[14],ai.copy(this);const c=1/r,u=1/o,h=1/a;return ai.elements[0]*=c,ai.elements[1]*=c,ai.elements[2]*=c,ai.elements[4]*=u,ai.elements[5]*=u,ai.elements[6]*=u,ai.elements[8]*=h,ai.elements[9]*=h,ai.elements[10]*=h,e.setFromRotationMatrix(ai),n.x=r,n.y=o,n.z=a,this}makePerspective(t,e,n,s,r,o,a=gi,l=!1){const c=this.elements,u=2*r/(e-t),h=2*r/(n-s),f=(e+t)/(e-t),d=(n+s)/(n-s);let g,_;if(l)g=r/(o-r),_=o*r/(o-r);else if(a===gi)g=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Zo)g=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=f,c[12]=0,c[1]=0,c[5]=h,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=gi,l=!1){const c=this.elements,u=2/(e-t),h=2/(n-s),f=-(e+t)/(e-t),d=-(n+s)/(n-s);let g,_;if(l)g=1/(o-r),_=o/(o-r);else if(a===gi)g=-2/(o-r),_=-(o+r)/(o-r);else if(a===Zo)g=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=0,c[12]=f,c[1]=0,c[5]=h,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){const e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){const n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}}const ur=new O,ai=new Ce,r0=new O(0,0,0),o0=new O(1,1,1),Ji=new O,ra=new O,zn=new O,Of=new Ce,Bf=new Li;class Fi{constructor(t=0,e=0,n=0,s=Fi.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){const s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],u=s[9],h=s[2],f=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(oe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-oe(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-h,r),this._z=0);break;case"ZXY":this._x=Math.asin(oe(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-h,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-oe(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(oe(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,c),this._y=Math.atan2(-h,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-oe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-u,d),this._y=0);break;default:console.warn("THREE.Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Of.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Of,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Bf.setFromEuler(this),this.setFromQuaternion(Bf,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}}Fi.DEFAULT_ORDER="XYZ";class Rc{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}}let a0=0;const zf=new O,fr=new Li,Oi=new Ce,oa=new O,io=new O,l0=new O,c0=new Li,kf=new O(1,0,0),Hf=new O(0,1,0),Vf=new O(0,0,1),Gf={type:"added"},h0={type:"removed"},dr={type:"childadded",child:null},Cc={type:"childremoved",child:null};class Sn extends Ms{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:a0++}),this.uuid=sr(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=Sn.DEFAULT_UP.clone();const t=new O,e=new Fi,n=new Li,s=new O(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ce},normalMatrix:{value:new ie}}),this.matrix=new Ce,this.matrixWorld=new Ce,this.matrixAutoUpdate=Sn.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=Sn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Rc,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.userData={}}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return fr.setFromAxisAngle(t,e),this.quaternion.multiply(fr),this}rotateOnWorldAxis(t,e){return fr.setFromAxisAngle(t,e),this.quaternion.premultiply(fr),this}rotateX(t){return this.rotateOnAxis(kf,t)}rotateY(t){return this.rotateOnAxis(Hf,t)}rotateZ(t){return this.rotateOnAxis(Vf,t)}translateOnAxis(t,e){return zf.copy(t).applyQuaternion(this.quaternion),this.position.add(zf.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(kf,t)}translateY(t){return this.translateOnAxis(Hf,t)}translateZ(t){return this.translateOnAxis(Vf,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(Oi.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?oa.copy(t):oa.set(t,e,n);const s=this.parent;this.updateWorldMatrix(!0,!1),io.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Oi.lookAt(io,oa,this.up):Oi.lookAt(oa,io,this.up),this.quaternion.setFromRotationMatrix(Oi),s&&(Oi.extractRotation(s.matrixWorld),fr.setFromRotationMatrix(Oi),this.quaternion.premultiply(fr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(console.error("THREE.Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Gf),dr.child=t,this.dispatchEvent(dr),dr.child=null):console.error("THREE.Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}const e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(h0),Cc.child=t,this.dispatchEvent(Cc),Cc.child=null),this}removeFromParent(){const t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),Oi.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),Oi.multiply(t.parent.matrixWorld)),t.applyMatrix4(Oi),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Gf),dr.child=t,this.dispatchEvent(dr),dr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){const o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);const s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(io,t,l0),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(io,c0,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);const e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}traverse(t){t(this);const e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);const e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){const e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale),this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);const e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e){const n=this.parent;if(t===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),e===!0){const s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].updateWorldMatrix(!1,!0)}}toJSON(t){const e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});const s={};s.uuid=this.uuid,s.type=this.type,this.name!==""&&(s.name=this.name),this.castShadow===!0&&(s.castShadow=!0),this.receiveShadow===!0&&(s.receiveShadow=!0),this.visible===!1&&(s.visible=!1),this.frustumCulled===!1&&(s.frustumCulled=!1),this.renderOrder!==0&&(s.renderOrder=this.renderOrder),Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.matrixAutoUpdate===!1&&(s.matrixAutoUpdate=!1),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);const a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){const l=a.shapes;if(Array.isArray(l))for(let c=0,u=l.length;c<u;c++){const h=l[c];r(t.shapes,h)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){const a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){const l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){const a=o(t.geometries),l=o(t.materials),c=o(t.textures),u=o(t.images),h=o(t.shapes),f=o(t.skeletons),d=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),u.length>0&&(n.images=u),h.length>0&&(n.shapes=h),f.length>0&&(n.skeletons=f),d.length>0&&(n.animations=d),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){const l=[];for(const c in a){const u=a[c];delete u.metadata,l.push(u)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){const s=t.children[n];this.add(s.clone())}return this}}Sn.DEFAULT_UP=new O(0,1,0),Sn.DEFAULT_MATRIX_AUTO_UPDATE=!0,Sn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;const li=new O,Bi=new O,Pc=new O,zi=new O,pr=new O,mr=new O,Wf=new O,Dc=new O,Lc=new O,Uc=new O,Ic=new Ge,Nc=new Ge,Fc=new Ge;class ci{constructor(t=new O,e=new O,n=new O){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),li.subVectors(t,e),s.cross(li);const r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){li.subVectors(s,e),Bi.subVectors(n,e),Pc.subVectors(t,e);const o=li.dot(li),a=li.dot(Bi),l=li.dot(Pc),c=Bi.dot(Bi),u=Bi.dot(Pc),h=o*c-a*a;if(h===0)return r.set(0,0,0),null;const f=1/h,d=(c*l-a*u)*f,g=(o*u-a*l)*f;return r.set(1-d-g,g,d)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,zi)===null?!1:zi.x>=0&&zi.y>=0&&zi.x+zi.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,zi)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,zi.x),l.addScaledVector(o,zi.y),l.addScaledVector(a,zi.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Ic.setScalar(0),Nc.setScalar(0),Fc.setScalar(0),Ic.fromBufferAttribute(t,e),Nc.fromBufferAttribute(t,n),Fc.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Ic,r.x),o.addScaledVector(Nc,r.y),o.addScaledVector(Fc,r.z),o}static isFrontFacing(t,e,n,s){return li.subVectors(n,e),Bi.subVectors(t,e),li.cross(Bi).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return li.subVectors(this.c,this.b),Bi.subVectors(this.a,this.b),li.cross(Bi).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return ci.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return ci.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return ci.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return ci.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return ci.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){const n=this.a,s=this.b,r=this.c;let o,a;pr.subVectors(s,n),mr.subVectors(r,n),Dc.subVectors(t,n);const l=pr.dot(Dc),c=mr.dot(Dc);if(l<=0&&c<=0)return e.copy(n);Lc.subVectors(t,s);const u=pr.dot(Lc),h=mr.dot(Lc);if(u>=0&&h<=u)return e.copy(s);const f=l*h-u*c;if(f<=0&&l>=0&&u<=0)return o=l/(l-u),e.copy(n).addScaledVector(pr,o);Uc.subVectors(t,r);const d=pr.dot(Uc),g=mr.dot(Uc);if(g>=0&&d<=g)return e.copy(r);const _=d*c-l*g;if(_<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(mr,a);const m=u*g-d*h;if(m<=0&&h-u>=0&&d-g>=0)return Wf.subVectors(r,s),a=(h-u)/(h-u+(d-g)),e.copy(s).addScaledVector(Wf,a);const p=1/(m+_+f);return o=_*p,a=f*p,e.copy(n).addScaledVector(pr,o).addScaledVector(mr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}}const Xf={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Qi={h:0,s:0,l:0},aa={h:0,s:0,l:0};function Oc(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}class _e{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){const s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Jn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,he.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=he.workingColorSpace){return this.r=t,this.g=e,this.b=n,he.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=he.workingColorSpace){if(t=$_(t,1),e=oe(e,0,1),n=oe(n,0,1),e===0)this.r=this.g=this.b=n;else{const r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Oc(o,r,t+1/3),this.g=Oc(o,r,t),this.b=Oc(o,r,t-1/3)}return he.colorSpaceToWorking(this,s),this}setStyle(t,e=Jn){function n(r){r!==void 0&&parseFloat(r)<1&&console.warn("THREE.Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r;const o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+)\%\s*,\s*(\d+)\%\s*,\s*(\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseInt(r[1],10))/100,Math.min(100,parseInt(r[2],10))/100,Math.min(100,parseInt(r[3],10))/100,e);break;case"hsl":case"hsla":if(r=/^\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\%\s*,\s*(\d*\.?\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:console.warn("THREE.Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){const r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);console.warn("THREE.Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Jn){const n=Xf[t.toLowerCase()];return n!==void 0?this.setHex(n,e):console.warn("THREE.Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Ui(t.r),this.g=Ui(t.g),this.b=Ui(t.b),this}copyLinearToSRGB(t){return this.r=rr(t.r),this.g=rr(t.g),this.b=rr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Jn){return he.workingToColorSpace(vn.copy(this),t),Math.round(oe(vn.r*255,0,255))*65536+Math.round(oe(vn.g*255,0,255))*256+Math.round(oe(vn.b*255,0,255))}getHexString(t=Jn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=he.workingColorSpace){he.workingToColorSpace(vn.copy(this),e);const n=vn.r,s=vn.g,r=vn.b,o=Math.max(n,s,r),a=Math.min(n,s,r);let l,c;const u=(a+o)/2;if(a===o)l=0,c=0;else{const h=o-a;switch(c=u<=.5?h/(o+a):h/(2-o-a),o){case n:l=(s-r)/h+(s<r?6:0);break;case s:l=(r-n)/h+2;break;case r:l=(n-s)/h+4;break}l/=6}return t.h=l,t.s=c,t.l=u,t}getRGB(t,e=he.workingColorSpace){return he.workingToColorSpace(vn.copy(this),e),t.r=vn.r,t.g=vn.g,t.b=vn.b,t}getStyle(t=Jn){he.workingToColorSpace(vn.copy(this),t);const e=vn.r,n=vn.g,s=vn.b;return t!==Jn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Qi),this.setHSL(Qi.h+t,Qi.s+e,Qi.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Qi),t.getHSL(aa);const n=_c(Qi.h,aa.h,e),s=_c(Qi.s,aa.s,e),r=_c(Qi.l,aa.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){const e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}}const vn=new _e;_e.NAMES=Xf;let u0=0;class gr extends Ms{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:u0++}),this.uuid=sr(),this.name="",this.type="Material",this.blending=Qs,this.side=Xi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Sl,this.blendDst=El,this.blendEquation=gs,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new _e(0,0,0),this.blendAlpha=0,this.depthFunc=tr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Af,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=ir,this.stencilZFail=ir,this.stencilZPass=ir,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(const e in t){const n=t[e];if(n===void 0){console.warn(`THREE.Material: parameter '${e}' has value of undefined.`);continue}const s=this[e];if(s===void 0){console.warn(`THREE.Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){const e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});const n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,this.name!==""&&(n.name=this.name),this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&this.emissiveIntensity!==1&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessRange!==void 0&&(n.iridescenceThicknessRange=this.iridescenceThicknessRange),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&this.attenuationDistance!==1/0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.shadowSide!==null&&(n.shadowSide=this.shadowSide),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),this.blending!==Qs&&(n.blending=this.blending),this.side!==Xi&&(n.side=this.side),this.vertexColors===!0&&(n.vertexColors=!0),this.opacity<1&&(n.opacity=this.opacity),this.transparent===!0&&(n.transparent=!0),this.blendSrc!==Sl&&(n.blendSrc=this.blendSrc),this.blendDst!==El&&(n.blendDst=this.blendDst),this.blendEquation!==gs&&(n.blendEquation=this.blendEquation),this.blendSrcAlpha!==null&&(n.blendSrcAlpha=this.blendSrcAlpha),this.blendDstAlpha!==null&&(n.blendDstAlpha=this.blendDstAlpha),this.blendEquationAlpha!==null&&(n.blendEquationAlpha=this.blendEquationAlpha),this.blendColor&&this.blendColor.isColor&&(n.blendColor=this.blendColor.getHex()),this.blendAlpha!==0&&(n.blendAlpha=this.blendAlpha),this.depthFunc!==tr&&(n.depthFunc=this.depthFunc),this.depthTest===!1&&(n.depthTest=this.depthTest),this.depthWrite===!1&&(n.depthWrite=this.depthWrite),this.colorWrite===!1&&(n.colorWrite=this.colorWrite),this.stencilWriteMask!==255&&(n.stencilWriteMask=this.stencilWriteMask),this.stencilFunc!==Af&&(n.stencilFunc=this.stencilFunc),this.stencilRef!==0&&(n.stencilRef=this.stencilRef),this.stencilFuncMask!==255&&(n.stencilFuncMask=this.stencilFuncMask),this.stencilFail!==ir&&(n.stencilFail=this.stencilFail),this.stencilZFail!==ir&&(n.stencilZFail=this.stencilZFail),this.stencilZPass!==ir&&(n.stencilZPass=this.stencilZPass),this.stencilWrite===!0&&(n.stencilWrite=this.stencilWrite),this.rotation!==void 0&&this.rotation!==0&&(n.rotation=this.rotation),this.polygonOffset===!0&&(n.polygonOffset=!0),this.polygonOffsetFactor!==0&&(n.polygonOffsetFactor=this.polygonOffsetFactor),this.polygonOffsetUnits!==0&&(n.polygonOffsetUnits=this.polygonOffsetUnits),this.linewidth!==void 0&&this.linewidth!==1&&(n.linewidth=this.linewidth),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.dithering===!0&&(n.dithering=!0),this.alphaTest>0&&(n.alphaTest=this.alphaTest),this.alphaHash===!0&&(n.alphaHash=!0),this.alphaToCoverage===!0&&(n.alphaToCoverage=!0),this.premultipliedAlpha===!0&&(n.premultipliedAlpha=!0),this.forceSinglePass===!0&&(n.forceSinglePass=!0),this.wireframe===!0&&(n.wireframe=!0),this.wireframeLinewidth>1&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!=="round"&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!=="round"&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading===!0&&(n.flatShading=!0),this.visible===!1&&(n.visible=!1),this.toneMapped===!1&&(n.toneMapped=!1),this.fog===!1&&(n.fog=!1),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){const o=[];for(const a in r){const l=r[a];delete l.metadata,o.push(l)}return o}if(e){const r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;const e=t.clippingPlanes;let n=null;if(e!==null){const s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}}class Yf extends gr{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new _e(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Fi,this.combine=_f,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}}const qe=new O,la=new Rt;let f0=0;class He{constructor(t,e,n=!1){if(Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:f0++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Cf,this.updateRanges=[],this.gpuType=mi,this.version=0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)la.fromBufferAttribute(this,e),la.applyMatrix3(t),this.setXY(e,la.x,la.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)qe.fromBufferAttribute(this,e),qe.applyMatrix3(t),this.setXYZ(e,qe.x,qe.y,qe.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)qe.fromBufferAttribute(this,e),qe.applyMatrix4(t),this.setXYZ(e,qe.x,qe.y,qe.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)qe.fromBufferAttribute(this,e),qe.applyNormalMatrix(t),this.setXYZ(e,qe.x,qe.y,qe.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)qe.fromBufferAttribute(this,e),qe.transformDirection(t),this.setXYZ(e,qe.x,qe.y,qe.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=Zr(n,this.array)),n}setComponent(t,e,n){return this.normalized&&(n=Ln(n,this.array)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=Zr(e,this.array)),e}setX(t,e){return this.normalized&&(e=Ln(e,this.array)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=Zr(e,this.array)),e}setY(t,e){return this.normalized&&(e=Ln(e,this.array)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=Zr(e,this.array)),e}setZ(t,e){return this.normalized&&(e=Ln(e,this.array)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=Zr(e,this.array)),e}setW(t,e){return this.normalized&&(e=Ln(e,this.array)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=Ln(e,this.array),n=Ln(n,this.array)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=Ln(e,this.array),n=Ln(n,this.array),s=Ln(s,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=Ln(e,this.array),n=Ln(n,this.array),s=Ln(s,this.array),r=Ln(r,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){const t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return this.name!==""&&(t.name=this.name),this.usage!==Cf&&(t.usage=this.usage),t}}class qf extends He{constructor(t,e,n){super(new Uint16Array(t),e,n)}}class $f extends He{constructor(t,e,n){super(new Uint32Array(t),e,n)}}class $e extends He{constructor(t,e,n){super(new Float32Array(t),e,n)}}let d0=0;const Qn=new Ce,Bc=new Sn,_r=new O,kn=new Qr,so=new Qr,rn=new O;class Ke extends Ms{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:d0++}),this.uuid=sr(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={}}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Lf(t)?$f:qf)(t,1):this.index=t,this}setIndirect(t){return this.indirect=t,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){const e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);const n=this.attributes.normal;if(n!==void 0){const r=new ie().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}const s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}applyQuaternion(t){return Qn.makeRotationFromQuaternion(t),this.applyMatrix4(Qn),this}rotateX(t){return Qn.makeRotationX(t),this.applyMatrix4(Qn),this}rotateY(t){return Qn.makeRotationY(t),this.applyMatrix4(Qn),this}rotateZ(t){return Qn.makeRotationZ(t),this.applyMatrix4(Qn),this}translate(t,e,n){return Qn.makeTranslation(t,e,n),this.applyMatrix4(Qn),this}scale(t,e,n){return Qn.makeScale(t,e,n),this.applyMatrix4(Qn),this}lookAt(t){return Bc.lookAt(t),Bc.updateMatrix(),this.applyMatrix4(Bc.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(_r).negate(),this.translate(_r.x,_r.y,_r.z),this}setFromPoints(t){const e=this.getAttribute("position");if(e===void 0){const n=[];for(let s=0,r=t.length;s<r;s++){const o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new $e(n,3))}else{const n=Math.min(t.length,e.count);for(let s=0;s<n;s++){const r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&console.warn("THREE.BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Qr);const t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new O(-1/0,-1/0,-1/0),new O(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){const r=e[n];kn.setFromBufferAttribute(r),this.morphTargetsRelative?(rn.addVectors(this.boundingBox.min,kn.min),this.boundingBox.expandByPoint(rn),rn.addVectors(this.boundingBox.max,kn.max),this.boundingBox.expandByPoint(rn)):(this.boundingBox.expandByPoint(kn.min),this.boundingBox.expandByPoint(kn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&console.error('THREE.BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new no);const t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new O,1/0);return}if(t){const n=this.boundingSphere.center;if(kn.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){const a=e[r];so.setFromBufferAttribute(a),this.morphTargetsRelative?(rn.addVectors(kn.min,so.min),kn.expandByPoint(rn),rn.addVectors(kn.max,so.max),kn.expandByPoint(rn)):(kn.expandByPoint(so.min),kn.expandByPoint(so.max))}kn.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)rn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(rn));if(e)for(let r=0,o=e.length;r<o;r++){const a=e[r],l=this.morphTargetsRelative;for(let c=0,u=a.count;c<u;c++)rn.fromBufferAttribute(a,c),l&&(_r.fromBufferAttribute(t,c),rn.add(_r)),s=Math.max(s,n.distanceToSquared(rn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error('THREE.BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){const t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){console.error("THREE.BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}const n=e.position,s=e.normal,r=e.uv;this.hasAttribute("tangent")===!1&&this.setAttribute("tangent",new He(new Float32Array(4*n.count),4));const o=this.getAttribute("tangent"),a=[],l=[];for(let F=0;F<n.count;F++)a[F]=new O,l[F]=new O;const c=new O,u=new O,h=new O,f=new Rt,d=new Rt,g=new Rt,_=new O,m=new O;function p(F,T,b){c.fromBufferAttribute(n,F),u.fromBufferAttribute(n,T),h.fromBufferAttribute(n,b),f.fromBufferAttribute(r,F),d.fromBufferAttribute(r,T),g.fromBufferAttribute(r,b),u.sub(c),h.sub(c),d.sub(f),g.sub(f);const P=1/(d.x*g.y-g.x*d.y);isFinite(P)&&(_.copy(u).multiplyScalar(g.y).addScaledVector(h,-d.y).multiplyScalar(P),m.copy(h).multiplyScalar(d.x).addScaledVector(u,-g.x).multiplyScalar(P),a[F].add(_),a[T].add(_),a[b].add(_),l[F].add(m),l[T].add(m),l[b].add(m))}let y=this.groups;y.length===0&&(y=[{start:0,count:t.count}]);for(let F=0,T=y.length;F<T;++F){const b=y[F],P=b.start,B=b.count;for(let H=P,W=P+B;H<W;H+=3)p(t.getX(H+0),t.getX(H+1),t.getX(H+2))}const S=new O,x=new O,C=new O,A=new O;function U(F){C.fromBufferAttribute(s,F),A.copy(C);const T=a[F];S.copy(T),S.sub(C.multiplyScalar(C.dot(T))).normalize(),x.crossVectors(A,T);const P=x.dot(l[F])<0?-1:1;o.setXYZW(F,S.x,S.y,S.z,P)}for(let F=0,T=y.length;F<T;++F){const b=y[F],P=b.start,B=b.count;for(let H=P,W=P+B;H<W;H+=3)U(t.getX(H+0)),U(t.getX(H+1)),U(t.getX(H+2))}}computeVertexNormals(){const t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0)n=new He(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let f=0,d=n.count;f<d;f++)n.setXYZ(f,0,0,0);const s=new O,r=new O,o=new O,a=new O,l=new O,c=new O,u=new O,h=new O;if(t)for(let f=0,d=t.count;f<d;f+=3){const g=t.getX(f+0),_=t.getX(f+1),m=t.getX(f+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,m),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(u),l.add(u),c.add(u),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let f=0,d=e.count;f<d;f+=3)s.fromBufferAttribute(e,f+0),r.fromBufferAttribute(e,f+1),o.fromBufferAttribute(e,f+2),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),n.setXYZ(f+0,u.x,u.y,u.z),n.setXYZ(f+1,u.x,u.y,u.z),n.setXYZ(f+2,u.x,u.y,u.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){const t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)rn.fromBufferAttribute(t,e),rn.normalize(),t.setXYZ(e,rn.x,rn.y,rn.z)}toNonIndexed(){function t(a,l){const c=a.array,u=a.itemSize,h=a.normalized,f=new c.constructor(l.length*u);let d=0,g=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?d=l[_]*a.data.stride+a.offset:d=l[_]*u;for(let p=0;p<u;p++)f[g++]=c[d++]}return new He(f,u,h)}if(this.index===null)return console.warn("THREE.BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;const e=new Ke,n=this.index.array,s=this.attributes;for(const a in s){const l=s[a],c=t(l,n);e.setAttribute(a,c)}const r=this.morphAttributes;for(const a in r){const l=[],c=r[a];for(let u=0,h=c.length;u<h;u++){const f=c[u],d=t(f,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;const o=this.groups;for(let a=0,l=o.length;a<l;a++){const c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){const t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.type,this.name!==""&&(t.name=this.name),Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0){const l=this.parameters;for(const c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};const e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});const n=this.attributes;for(const l in n){const c=n[l];t.data.attributes[l]=c.toJSON(t.data)}const s={};let r=!1;for(const l in this.morphAttributes){const c=this.morphAttributes[l],u=[];for(let h=0,f=c.length;h<f;h++){const d=c[h];u.push(d.toJSON(t.data))}u.length>0&&(s[l]=u,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);const o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));const a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;const e={};this.name=t.name;const n=t.index;n!==null&&this.setIndex(n.clone());const s=t.attributes;for(const c in s){const u=s[c];this.setAttribute(c,u.clone(e))}const r=t.morphAttributes;for(const c in r){const u=[],h=r[c];for(let f=0,d=h.length;f<d;f++)u.push(h[f].clone(e));this.morphAttributes[c]=u}this.morphTargetsRelative=t.morphTargetsRelative;const o=t.groups;for(let c=0,u=o.length;c<u;c++){const h=o[c];this.addGroup(h.start,h.count,h.materialIndex)}const a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());const l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this}dispose(){this.dispatchEvent({type:"dispose"})}}const Kf=new Ce,Ts=new hr,ca=new no,jf=new O,ha=new O,ua=new O,fa=new O,zc=new O,da=new O,Zf=new O,pa=new O;class Hn extends Sn{constructor(t=new Ke,e=new Yf){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0&&(this.morphTargetInfluences=t.morphTargetInfluences.slice()),t.morphTargetDictionary!==void 0&&(this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary)),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){const e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){const s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){const a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){const n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);const a=this.morphTargetInfluences;if(r&&a){da.set(0,0,0);for(let l=0,c=r.length;l<c;l++){const u=a[l],h=r[l];u!==0&&(zc.fromBufferAttribute(h,t),o?da.addScaledVector(zc,u):da.addScaledVector(zc.sub(e),u))}e.add(da)}return e}raycast(t,e){const n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),ca.copy(n.boundingSphere),ca.applyMatrix4(r),Ts.copy(t.ray).recast(t.near),!(ca.containsPoint(Ts.origin)===!1&&(Ts.intersectSphere(ca,jf)===null||Ts.origin.distanceToSquared(jf)>(t.far-t.near)**2))&&(Kf.copy(r).invert(),Ts.copy(t.ray).applyMatrix4(Kf),!(n.boundingBox!==null&&Ts.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Ts)))}_computeIntersections(t,e,n){let s;const r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,u=r.attributes.uv1,h=r.attributes.normal,f=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,_=f.length;g<_;g++){const m=f[g],p=o[m.materialIndex],y=Math.max(m.start,d.start),S=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let x=y,C=S;x<C;x+=3){const A=a.getX(x),U=a.getX(x+1),F=a.getX(x+2);s=ma(this,p,t,n,c,u,h,A,U,F),s&&(s.faceIndex=Math.floor(x/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{const g=Math.max(0,d.start),_=Math.min(a.count,d.start+d.count);for(let m=g,p=_;m<p;m+=3){const y=a.getX(m),S=a.getX(m+1),x=a.getX(m+2);s=ma(this,o,t,n,c,u,h,y,S,x),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,_=f.length;g<_;g++){const m=f[g],p=o[m.materialIndex],y=Math.max(m.start,d.start),S=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let x=y,C=S;x<C;x+=3){const A=x,U=x+1,F=x+2;s=ma(this,p,t,n,c,u,h,A,U,F),s&&(s.faceIndex=Math.floor(x/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{const g=Math.max(0,d.start),_=Math.min(l.count,d.start+d.count);for(let m=g,p=_;m<p;m+=3){const y=m,S=m+1,x=m+2;s=ma(this,o,t,n,c,u,h,y,S,x),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}}function p0(i,t,e,n,s,r,o,a){let l;if(t.side===Pn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===Xi,a),l===null)return null;pa.copy(a),pa.applyMatrix4(i.matrixWorld);const c=e.ray.origin.distanceTo(pa);return c<e.near||c>e.far?null:{distance:c,point:pa.clone(),object:i}}function ma(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,ha),i.getVertexPosition(l,ua),i.getVertexPosition(c,fa);const u=p0(i,t,e,n,ha,ua,fa,Zf);if(u){const h=new O;ci.getBarycoord(Zf,ha,ua,fa,h),s&&(u.uv=ci.getInterpolatedAttribute(s,a,l,c,h,new Rt)),r&&(u.uv1=ci.getInterpolatedAttribute(r,a,l,c,h,new Rt)),o&&(u.normal=ci.getInterpolatedAttribute(o,a,l,c,h,new O),u.normal.dot(n.direction)>0&&u.normal.multiplyScalar(-1));const f={a,b:l,c,normal:new O,materialIndex:0};ci.getNormal(ha,ua,fa,f.normal),u.face=f,u.barycoord=h}return u}class vr extends Ke{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};const a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);const l=[],c=[],u=[],h=[];let f=0,d=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,s,o,2),g("x","z","y",1,-1,t,n,-e,s,o,3),g("x","y","z",1,-1,t,e,n,s,r,4),g("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new $e(c,3)),this.setAttribute("normal",new $e(u,3)),this.setAttribute("uv",new $e(h,2));function g(_,m,p,y,S,x,C,A,U,F,T){const b=x/U,P=C/F,B=x/2,H=C/2,W=A/2,X=U+1,Y=F+1;let J=0,Q=0;const at=new O;for(let K=0;K<Y;K++){const ut=K*P-H;for(let xt=0;xt<X;xt++){const gt=xt*b-B;at[_]=gt*y,at[m]=ut*S,at[p]=W,c.push(at.x,at.y,at.z),at[_]=0,at[m]=0,at[p]=A>0?1:-1,u.push(at.x,at.y,at.z),h.push(xt/U),h.push(1-K/F),J+=1}}for(let K=0;K<F;K++)for(let ut=0;ut<U;ut++){const xt=f+ut+X*K,gt=f+ut+X*(K+1),qt=f+(ut+1)+X*(K+1),$t=f+(ut+1)+X*K;l.push(xt,gt,$t),l.push(gt,qt,$t),Q+=6}a.addGroup(d,Q,T),d+=Q,f+=J}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new vr(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}}function xr(i){const t={};for(const e in i){t[e]={};for(const n in i[e]){const s=i[e][n];s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)?s.isRenderTargetTexture?(console.warn("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone():Array.isArray(s)?t[e][n]=s.slice():t[e][n]=s}}return t}function En(i){const t={};for(let e=0;e<i.length;e++){const n=xr(i[e]);for(const s in n)t[s]=n[s]}return t}function m0(i){const t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Jf(i){const t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:he.workingColorSpace}const g0={clone:xr,merge:En};var _0=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,v0=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`;class Vn extends gr{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=_0,this.fragmentShader=v0,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=xr(t.uniforms),this.uniformsGroups=m0(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this}toJSON(t){const e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(const s in this.uniforms){const o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;const n={};for(const s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}}class Qf extends Sn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ce,this.projectionMatrix=new Ce,this.projectionMatrixInverse=new Ce,this.coordinateSystem=gi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorldInverse.copy(this.matrixWorld).invert()}updateWorldMatrix(t,e){super.updateWorldMatrix(t,e),this.matrixWorldInverse.copy(this.matrixWorld).invert()}clone(){return new this.constructor().copy(this)}}const ts=new O,td=new Rt,ed=new Rt;class Gn extends Qf{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){const e=.5*this.getFilmHeight()/t;this.fov=gc*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){const t=Math.tan(Jo*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return gc*2*Math.atan(Math.tan(Jo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){ts.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(ts.x,ts.y).multiplyScalar(-t/ts.z),ts.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(ts.x,ts.y).multiplyScalar(-t/ts.z)}getViewSize(t,e){return this.getViewBounds(t,td,ed),e.subVectors(ed,td)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){const t=this.near;let e=t*Math.tan(Jo*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s;const o=this.view;if(this.view!==null&&this.view.enabled){const l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}const a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){const e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}}const yr=-90,Mr=1;class x0 extends Sn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;const s=new Gn(yr,Mr,t,e);s.layers=this.layers,this.add(s);const r=new Gn(yr,Mr,t,e);r.layers=this.layers,this.add(r);const o=new Gn(yr,Mr,t,e);o.layers=this.layers,this.add(o);const a=new Gn(yr,Mr,t,e);a.layers=this.layers,this.add(a);const l=new Gn(yr,Mr,t,e);l.layers=this.layers,this.add(l);const c=new Gn(yr,Mr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){const t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(const c of e)this.remove(c);if(t===gi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Zo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(const c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();const{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());const[r,o,a,l,c,u]=this.children,h=t.getRenderTarget(),f=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;const _=n.texture.generateMipmaps;n.texture.generateMipmaps=!1,t.setRenderTarget(n,0,s),t.render(e,r),t.setRenderTarget(n,1,s),t.render(e,o),t.setRenderTarget(n,2,s),t.render(e,a),t.setRenderTarget(n,3,s),t.render(e,l),t.setRenderTarget(n,4,s),t.render(e,c),n.texture.generateMipmaps=_,t.setRenderTarget(n,5,s),t.render(e,u),t.setRenderTarget(h,f,d),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}}class nd extends Mn{constructor(t=[],e=er,n,s,r,o,a,l,c,u){super(t,e,n,s,r,o,a,l,c,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}}class y0 extends Ss{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;const n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new nd(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;const n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new vr(5,5,5),r=new Vn({name:"CubemapFromEquirect",uniforms:xr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Pn,blending:Yi});r.uniforms.tEquirect.value=e;const o=new Hn(s,r),a=e.minFilter;return e.minFilter===vs&&(e.minFilter=pi),new x0(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){const r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}}class ws extends Sn{constructor(){super(),this.isGroup=!0,this.type="Group"}}const M0={type:"move"};class kc{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new ws,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new ws,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new O,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new O),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new ws,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new O,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new O),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){const e=this._hand;if(e)for(const n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null;const a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(const _ of t.hand.values()){const m=e.getJointPose(_,n),p=this._getHandJoint(c,_);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.rotation,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}const u=c.joints["index-finger-tip"],h=c.joints["thumb-tip"],f=u.position.distanceTo(h.position),d=.02,g=.005;c.inputState.pinching&&f>d+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&f<=d-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.rotation,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.rotation,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(M0)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){const n=new ws;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}}class S0 extends Sn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Fi,this.environmentIntensity=1,this.environmentRotation=new Fi,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),t.background!==null&&(this.background=t.background.clone()),t.environment!==null&&(this.environment=t.environment.clone()),t.fog!==null&&(this.fog=t.fog.clone()),this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),t.overrideMaterial!==null&&(this.overrideMaterial=t.overrideMaterial.clone()),this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){const e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),this.backgroundBlurriness>0&&(e.object.backgroundBlurriness=this.backgroundBlurriness),this.backgroundIntensity!==1&&(e.object.backgroundIntensity=this.backgroundIntensity),e.object.backgroundRotation=this.backgroundRotation.toArray(),this.environmentIntensity!==1&&(e.object.environmentIntensity=this.environmentIntensity),e.object.environmentRotation=this.environmentRotation.toArray(),e}}class E0 extends Mn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Dn,u=Dn,h,f){super(null,o,a,l,c,u,s,r,h,f),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}}const Hc=new O,b0=new O,T0=new ie;class es{constructor(t=new O(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){const s=Hc.subVectors(n,e).cross(b0.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){const t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e){const n=t.delta(Hc),s=this.normal.dot(n);if(s===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;const r=-(t.start.dot(this.normal)+this.constant)/s;return r<0||r>1?null:e.copy(t.start).addScaledVector(n,r)}intersectsLine(t){const e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){const n=e||T0.getNormalMatrix(t),s=this.coplanarPoint(Hc).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}}const As=new no,w0=new Rt(.5,.5),ga=new O;class id{constructor(t=new es,e=new es,n=new es,s=new es,r=new es,o=new es){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){const a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){const e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=gi,n=!1){const s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],u=r[4],h=r[5],f=r[6],d=r[7],g=r[8],_=r[9],m=r[10],p=r[11],y=r[12],S=r[13],x=r[14],C=r[15];if(s[0].setComponents(c-o,d-u,p-g,C-y).normalize(),s[1].setComponents(c+o,d+u,p+g,C+y).normalize(),s[2].setComponents(c+a,d+h,p+_,C+S).normalize(),s[3].setComponents(c-a,d-h,p-_,C-S).normalize(),n)s[4].setComponents(l,f,m,x).normalize(),s[5].setComponents(c-l,d-f,p-m,C-x).normalize();else if(s[4].setComponents(c-l,d-f,p-m,C-x).normalize(),e===gi)s[5].setComponents(c+l,d+f,p+m,C+x).normalize();else if(e===Zo)s[5].setComponents(l,f,m,x).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),As.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{const e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),As.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(As)}intersectsSprite(t){As.center.set(0,0,0);const e=w0.distanceTo(t.center);return As.radius=.7071067811865476+e,As.applyMatrix4(t.matrixWorld),this.intersectsSphere(As)}intersectsSphere(t){const e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){const e=this.planes;for(let n=0;n<6;n++){const s=e[n];if(ga.x=s.normal.x>0?t.max.x:t.min.x,ga.y=s.normal.y>0?t.max.y:t.min.y,ga.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(ga)<0)return!1}return!0}containsPoint(t){const e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}}class sd extends gr{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new _e(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}}const _a=new O,va=new O,rd=new Ce,ro=new hr,xa=new no,Vc=new O,od=new O;class A0 extends Sn{constructor(t=new Ke,e=new sd){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){const t=this.geometry;if(t.index===null){const e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)_a.fromBufferAttribute(e,s-1),va.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=_a.distanceTo(va);t.setAttribute("lineDistance",new $e(n,1))}else console.warn("THREE.Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}raycast(t,e){const n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),xa.copy(n.boundingSphere),xa.applyMatrix4(s),xa.radius+=r,t.ray.intersectsSphere(xa)===!1)return;rd.copy(s).invert(),ro.copy(t.ray).applyMatrix4(rd);const a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,u=n.index,f=n.attributes.position;if(u!==null){const d=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let _=d,m=g-1;_<m;_+=c){const p=u.getX(_),y=u.getX(_+1),S=ya(this,t,ro,l,p,y,_);S&&e.push(S)}if(this.isLineLoop){const _=u.getX(g-1),m=u.getX(d),p=ya(this,t,ro,l,_,m,g-1);p&&e.push(p)}}else{const d=Math.max(0,o.start),g=Math.min(f.count,o.start+o.count);for(let _=d,m=g-1;_<m;_+=c){const p=ya(this,t,ro,l,_,_+1,_);p&&e.push(p)}if(this.isLineLoop){const _=ya(this,t,ro,l,g-1,d,g-1);_&&e.push(_)}}}updateMorphTargets(){const e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){const s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){const a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}}function ya(i,t,e,n,s,r,o){const a=i.geometry.attributes.position;if(_a.fromBufferAttribute(a,s),va.fromBufferAttribute(a,r),e.distanceSqToSegment(_a,va,Vc,od)>n)return;Vc.applyMatrix4(i.matrixWorld);const c=t.ray.origin.distanceTo(Vc);if(!(c<t.near||c>t.far))return{distance:c,point:od.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}class R0 extends gr{constructor(t){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new _e(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.alphaMap=t.alphaMap,this.size=t.size,this.sizeAttenuation=t.sizeAttenuation,this.fog=t.fog,this}}const ad=new Ce,Gc=new hr,Ma=new no,Sa=new O;class ld extends Sn{constructor(t=new Ke,e=new R0){super(),this.isPoints=!0,this.type="Points",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}raycast(t,e){const n=this.geometry,s=this.matrixWorld,r=t.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Ma.copy(n.boundingSphere),Ma.applyMatrix4(s),Ma.radius+=r,t.ray.intersectsSphere(Ma)===!1)return;ad.copy(s).invert(),Gc.copy(t.ray).applyMatrix4(ad);const a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,h=n.attributes.position;if(c!==null){const f=Math.max(0,o.start),d=Math.min(c.count,o.start+o.count);for(let g=f,_=d;g<_;g++){const m=c.getX(g);Sa.fromBufferAttribute(h,m),cd(Sa,m,l,s,t,e,this)}}else{const f=Math.max(0,o.start),d=Math.min(h.count,o.start+o.count);for(let g=f,_=d;g<_;g++)Sa.fromBufferAttribute(h,g),cd(Sa,g,l,s,t,e,this)}}updateMorphTargets(){const e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){const s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){const a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}}function cd(i,t,e,n,s,r,o){const a=Gc.distanceSqToPoint(i);if(a<e){const l=new O;Gc.closestPointToPoint(i,l),l.applyMatrix4(n);const c=s.ray.origin.distanceTo(l);if(c<s.near||c>s.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:t,face:null,faceIndex:null,barycoord:null,object:o})}}class hd extends Mn{constructor(t,e,n=xs,s,r,o,a=Dn,l=Dn,c,u=Kr,h=1){if(u!==Kr&&u!==jr)throw new Error("DepthTexture format must be either THREE.DepthFormat or THREE.DepthStencilFormat");const f={width:t,height:e,depth:h};super(f,s,r,o,a,l,u,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new yc(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){const e=super.toJSON(t);return this.compareFunction!==null&&(e.compareFunction=this.compareFunction),e}}class ud extends Mn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}}class Wc extends Ke{constructor(t=1,e=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:e,capSegments:n,radialSegments:s,heightSegments:r},e=Math.max(0,e),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));const o=[],a=[],l=[],c=[],u=e/2,h=Math.PI/2*t,f=e,d=2*h+f,g=n*2+r,_=s+1,m=new O,p=new O;for(let y=0;y<=g;y++){let S=0,x=0,C=0,A=0;if(y<=n){const T=y/n,b=T*Math.PI/2;x=-u-t*Math.cos(b),C=t*Math.sin(b),A=-t*Math.cos(b),S=T*h}else if(y<=n+r){const T=(y-n)/r;x=-u+T*e,C=t,A=0,S=h+T*f}else{const T=(y-n-r)/n,b=T*Math.PI/2;x=u+t*Math.sin(b),C=t*Math.cos(b),A=t*Math.sin(b),S=h+f+T*h}const U=Math.max(0,Math.min(1,S/d));let F=0;y===0?F=.5/s:y===g&&(F=-.5/s);for(let T=0;T<=s;T++){const b=T/s,P=b*Math.PI*2,B=Math.sin(P),H=Math.cos(P);p.x=-C*H,p.y=x,p.z=C*B,a.push(p.x,p.y,p.z),m.set(-C*H,A,C*B),m.normalize(),l.push(m.x,m.y,m.z),c.push(b+F,U)}if(y>0){const T=(y-1)*_;for(let b=0;b<s;b++){const P=T+b,B=T+b+1,H=y*_+b,W=y*_+b+1;o.push(P,B,H),o.push(B,W,H)}}}this.setIndex(o),this.setAttribute("position",new $e(a,3)),this.setAttribute("normal",new $e(l,3)),this.setAttribute("uv",new $e(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new Wc(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}}class Ea extends Ke{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};const c=this;s=Math.floor(s),r=Math.floor(r);const u=[],h=[],f=[],d=[];let g=0;const _=[],m=n/2;let p=0;y(),o===!1&&(t>0&&S(!0),e>0&&S(!1)),this.setIndex(u),this.setAttribute("position",new $e(h,3)),this.setAttribute("normal",new $e(f,3)),this.setAttribute("uv",new $e(d,2));function y(){const x=new O,C=new O;let A=0;const U=(e-t)/n;for(let F=0;F<=r;F++){const T=[],b=F/r,P=b*(e-t)+t;for(let B=0;B<=s;B++){const H=B/s,W=H*l+a,X=Math.sin(W),Y=Math.cos(W);C.x=P*X,C.y=-b*n+m,C.z=P*Y,h.push(C.x,C.y,C.z),x.set(X,U,Y).normalize(),f.push(x.x,x.y,x.z),d.push(H,1-b),T.push(g++)}_.push(T)}for(let F=0;F<s;F++)for(let T=0;T<r;T++){const b=_[T][F],P=_[T+1][F],B=_[T+1][F+1],H=_[T][F+1];(t>0||T!==0)&&(u.push(b,P,H),A+=3),(e>0||T!==r-1)&&(u.push(P,B,H),A+=3)}c.addGroup(p,A,0),p+=A}function S(x){const C=g,A=new Rt,U=new O;let F=0;const T=x===!0?t:e,b=x===!0?1:-1;for(let B=1;B<=s;B++)h.push(0,m*b,0),f.push(0,b,0),d.push(.5,.5),g++;const P=g;for(let B=0;B<=s;B++){const W=B/s*l+a,X=Math.cos(W),Y=Math.sin(W);U.x=T*Y,U.y=m*b,U.z=T*X,h.push(U.x,U.y,U.z),f.push(0,b,0),A.x=X*.5+.5,A.y=Y*.5*b+.5,d.push(A.x,A.y),g++}for(let B=0;B<s;B++){const H=C+B,W=P+B;x===!0?u.push(W,W+1,H):u.push(W+1,W,H),F+=3}c.addGroup(p,F,x===!0?1:2),p+=F}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new Ea(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}}class Xc extends Ea{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new Xc(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}}class _i{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){console.warn("THREE.Curve: .getPoint() not implemented.")}getPointAt(t,e){const n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){const e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){const e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){const t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;const e=[];let n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){const n=this.getLengths();let s=0;const r=n.length;let o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);const u=n[s],f=n[s+1]-u,d=(o-u)/f;return(s+d)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);const o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new Rt:new O);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){const n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){const n=new O,s=[],r=[],o=[],a=new O,l=new Ce;for(let d=0;d<=t;d++){const g=d/t;s[d]=this.getTangentAt(g,new O)}r[0]=new O,o[0]=new O;let c=Number.MAX_VALUE;const u=Math.abs(s[0].x),h=Math.abs(s[0].y),f=Math.abs(s[0].z);u<=c&&(c=u,n.set(1,0,0)),h<=c&&(c=h,n.set(0,1,0)),f<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let d=1;d<=t;d++){if(r[d]=r[d-1].clone(),o[d]=o[d-1].clone(),a.crossVectors(s[d-1],s[d]),a.length()>Number.EPSILON){a.normalize();const g=Math.acos(oe(s[d-1].dot(s[d]),-1,1));r[d].applyMatrix4(l.makeRotationAxis(a,g))}o[d].crossVectors(s[d],r[d])}if(e===!0){let d=Math.acos(oe(r[0].dot(r[t]),-1,1));d/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(d=-d);for(let g=1;g<=t;g++)r[g].applyMatrix4(l.makeRotationAxis(s[g],d*g)),o[g].crossVectors(s[g],r[g])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this}toJSON(){const t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this}}class Yc extends _i{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new Rt){const n=e,s=Math.PI*2;let r=this.aEndAngle-this.aStartAngle;const o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);const a=this.aStartAngle+t*r;let l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){const u=Math.cos(this.aRotation),h=Math.sin(this.aRotation),f=l-this.aX,d=c-this.aY;l=f*u-d*h+this.aX,c=f*h+d*u+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){const t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}}class C0 extends Yc{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}}function qc(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,u,h){let f=(o-r)/c-(a-r)/(c+u)+(a-o)/u,d=(a-o)/u-(l-o)/(u+h)+(l-a)/h;f*=u,d*=u,s(o,a,f,d)},calc:function(r){const o=r*r,a=o*r;return i+t*r+e*o+n*a}}}const ba=new O,$c=new qc,Kc=new qc,jc=new qc;class P0 extends _i{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new O){const n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t;let a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,u;this.closed||a>0?c=s[(a-1)%r]:(ba.subVectors(s[0],s[1]).add(s[0]),c=ba);const h=s[a%r],f=s[(a+1)%r];if(this.closed||a+2<r?u=s[(a+2)%r]:(ba.subVectors(s[r-1],s[r-2]).add(s[r-1]),u=ba),this.curveType==="centripetal"||this.curveType==="chordal"){const d=this.curveType==="chordal"?.5:.25;let g=Math.pow(c.distanceToSquared(h),d),_=Math.pow(h.distanceToSquared(f),d),m=Math.pow(f.distanceToSquared(u),d);_<1e-4&&(_=1),g<1e-4&&(g=_),m<1e-4&&(m=_),$c.initNonuniformCatmullRom(c.x,h.x,f.x,u.x,g,_,m),Kc.initNonuniformCatmullRom(c.y,h.y,f.y,u.y,g,_,m),jc.initNonuniformCatmullRom(c.z,h.z,f.z,u.z,g,_,m)}else this.curveType==="catmullrom"&&($c.initCatmullRom(c.x,h.x,f.x,u.x,this.tension),Kc.initCatmullRom(c.y,h.y,f.y,u.y,this.tension),jc.initCatmullRom(c.z,h.z,f.z,u.z,this.tension));return n.set($c.calc(l),Kc.calc(l),jc.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){const s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){const t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){const s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){const s=t.points[e];this.points.push(new O().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}}function fd(i,t,e,n,s){const r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function D0(i,t){const e=1-i;return e*e*t}function L0(i,t){return 2*(1-i)*i*t}function U0(i,t){return i*i*t}function oo(i,t,e,n){return D0(i,t)+L0(i,e)+U0(i,n)}function I0(i,t){const e=1-i;return e*e*e*t}function N0(i,t){const e=1-i;return 3*e*e*i*t}function F0(i,t){return 3*(1-i)*i*i*t}function O0(i,t){return i*i*i*t}function ao(i,t,e,n,s){return I0(i,t)+N0(i,e)+F0(i,n)+O0(i,s)}class dd extends _i{constructor(t=new Rt,e=new Rt,n=new Rt,s=new Rt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new Rt){const n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(ao(t,s.x,r.x,o.x,a.x),ao(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){const t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}}class B0 extends _i{constructor(t=new O,e=new O,n=new O,s=new O){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new O){const n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(ao(t,s.x,r.x,o.x,a.x),ao(t,s.y,r.y,o.y,a.y),ao(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){const t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}}class pd extends _i{constructor(t=new Rt,e=new Rt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new Rt){const n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new Rt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){const t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}}class z0 extends _i{constructor(t=new O,e=new O){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new O){const n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new O){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){const t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}}class md extends _i{constructor(t=new Rt,e=new Rt,n=new Rt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new Rt){const n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(oo(t,s.x,r.x,o.x),oo(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){const t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}}class k0 extends _i{constructor(t=new O,e=new O,n=new O){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new O){const n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(oo(t,s.x,r.x,o.x),oo(t,s.y,r.y,o.y),oo(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){const t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}}class gd extends _i{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new Rt){const n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],u=s[o>s.length-2?s.length-1:o+1],h=s[o>s.length-3?s.length-1:o+2];return n.set(fd(a,l.x,c.x,u.x,h.x),fd(a,l.y,c.y,u.y,h.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){const s=t.points[e];this.points.push(s.clone())}return this}toJSON(){const t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){const s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){const s=t.points[e];this.points.push(new Rt().fromArray(s))}return this}}var _d=Object.freeze({__proto__:null,ArcCurve:C0,CatmullRomCurve3:P0,CubicBezierCurve:dd,CubicBezierCurve3:B0,EllipseCurve:Yc,LineCurve:pd,LineCurve3:z0,QuadraticBezierCurve:md,QuadraticBezierCurve3:k0,SplineCurve:gd});class H0 extends _i{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1}add(t){this.curves.push(t)}closePath(){const t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){const n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new _d[n](e,t))}return this}getPoint(t,e){const n=t*this.getLength(),s=this.getCurveLengths();let r=0;for(;r<s.length;){if(s[r]>=n){const o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){const t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;const t=[];let e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){const e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){const e=[];let n;for(let s=0,r=this.curves;s<r.length;s++){const o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){const u=l[c];n&&n.equals(u)||(e.push(u),n=u)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){const s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this}toJSON(){const t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){const s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){const s=t.curves[e];this.curves.push(new _d[s.type]().fromJSON(s))}return this}}class vd extends H0{constructor(t){super(),this.type="Path",this.currentPoint=new Rt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){const n=new pd(this.currentPoint.clone(),new Rt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){const r=new md(this.currentPoint.clone(),new Rt(t,e),new Rt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){const a=new dd(this.currentPoint.clone(),new Rt(t,e),new Rt(n,s),new Rt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){const e=[this.currentPoint.clone()].concat(t),n=new gd(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){const a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){const c=this.currentPoint.x,u=this.currentPoint.y;return this.absellipse(t+c,e+u,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){const c=new Yc(t,e,n,s,r,o,a,l);if(this.curves.length>0){const h=c.getPoint(0);h.equals(this.currentPoint)||this.lineTo(h.x,h.y)}this.curves.push(c);const u=c.getPoint(1);return this.currentPoint.copy(u),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){const t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}}class xd extends vd{constructor(t){super(t),this.uuid=sr(),this.type="Shape",this.holes=[]}getPointsHoles(t){const e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){const s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){const t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){const s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){const s=t.holes[e];this.holes.push(new vd().fromJSON(s))}return this}}function V0(i,t,e=2){const n=t&&t.length,s=n?t[0]*e:i.length;let r=yd(i,0,s,e,!0);const o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=q0(i,t,r,e)),i.length>80*e){a=1/0,l=1/0;let u=-1/0,h=-1/0;for(let f=e;f<s;f+=e){const d=i[f],g=i[f+1];d<a&&(a=d),g<l&&(l=g),d>u&&(u=d),g>h&&(h=g)}c=Math.max(u-a,h-l),c=c!==0?32767/c:0}return lo(r,o,e,a,l,c,0),o}function yd(i,t,e,n,s){let r;if(s===sv(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=bd(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=bd(o/n|0,i[o],i[o+1],r);return r&&Sr(r,r.next)&&(uo(r),r=r.next),r}function Rs(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Sr(e,e.next)||Ve(e.prev,e,e.next)===0)){if(uo(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function lo(i,t,e,n,s,r,o){if(!i)return;!o&&r&&J0(i,n,s,r);let a=i;for(;i.prev!==i.next;){const l=i.prev,c=i.next;if(r?W0(i,n,s,r):G0(i)){t.push(l.i,i.i,c.i),uo(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=X0(Rs(i),t),lo(i,t,e,n,s,r,2)):o===2&&Y0(i,t,e,n,s,r):lo(Rs(i),t,e,n,s,r,1);break}}}function G0(i){const t=i.prev,e=i,n=i.next;if(Ve(t,e,n)>=0)return!1;const s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,u=Math.min(s,r,o),h=Math.min(a,l,c),f=Math.max(s,r,o),d=Math.max(a,l,c);let g=n.next;for(;g!==t;){if(g.x>=u&&g.x<=f&&g.y>=h&&g.y<=d&&co(s,a,r,l,o,c,g.x,g.y)&&Ve(g.prev,g,g.next)>=0)return!1;g=g.next}return!0}function W0(i,t,e,n){const s=i.prev,r=i,o=i.next;if(Ve(s,r,o)>=0)return!1;const a=s.x,l=r.x,c=o.x,u=s.y,h=r.y,f=o.y,d=Math.min(a,l,c),g=Math.min(u,h,f),_=Math.max(a,l,c),m=Math.max(u,h,f),p=Zc(d,g,t,e,n),y=Zc(_,m,t,e,n);let S=i.prevZ,x=i.nextZ;for(;S&&S.z>=p&&x&&x.z<=y;){if(S.x>=d&&S.x<=_&&S.y>=g&&S.y<=m&&S!==s&&S!==o&&co(a,u,l,h,c,f,S.x,S.y)&&Ve(S.prev,S,S.next)>=0||(S=S.prevZ,x.x>=d&&x.x<=_&&x.y>=g&&x.y<=m&&x!==s&&x!==o&&co(a,u,l,h,c,f,x.x,x.y)&&Ve(x.prev,x,x.next)>=0))return!1;x=x.nextZ}for(;S&&S.z>=p;){if(S.x>=d&&S.x<=_&&S.y>=g&&S.y<=m&&S!==s&&S!==o&&co(a,u,l,h,c,f,S.x,S.y)&&Ve(S.prev,S,S.next)>=0)return!1;S=S.prevZ}for(;x&&x.z<=y;){if(x.x>=d&&x.x<=_&&x.y>=g&&x.y<=m&&x!==s&&x!==o&&co(a,u,l,h,c,f,x.x,x.y)&&Ve(x.prev,x,x.next)>=0)return!1;x=x.nextZ}return!0}function X0(i,t){let e=i;do{const n=e.prev,s=e.next.next;!Sr(n,s)&&Sd(n,e,e.next,s)&&ho(n,s)&&ho(s,n)&&(t.push(n.i,e.i,s.i),uo(e),uo(e.next),e=i=s),e=e.next}while(e!==i);return Rs(e)}function Y0(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&ev(o,a)){let l=Ed(o,a);o=Rs(o,o.next),l=Rs(l,l.next),lo(o,t,e,n,s,r,0),lo(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function q0(i,t,e,n){const s=[];for(let r=0,o=t.length;r<o;r++){const a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=yd(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(tv(c))}s.sort($0);for(let r=0;r<s.length;r++)e=K0(s[r],e);return e}function $0(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){const n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function K0(i,t){const e=j0(i,t);if(!e)return t;const n=Ed(e,i);return Rs(n,n.next),Rs(e,e.next)}function j0(i,t){let e=t;const n=i.x,s=i.y;let r=-1/0,o;if(Sr(i,e))return e;do{if(Sr(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){const h=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(h<=n&&h>r&&(r=h,o=e.x<e.next.x?e:e.next,h===n))return o}e=e.next}while(e!==t);if(!o)return null;const a=o,l=o.x,c=o.y;let u=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&Md(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){const h=Math.abs(s-e.y)/(n-e.x);ho(e,i)&&(h<u||h===u&&(e.x>o.x||e.x===o.x&&Z0(o,e)))&&(o=e,u=h)}e=e.next}while(e!==a);return o}function Z0(i,t){return Ve(i.prev,i,t.prev)<0&&Ve(t.next,i,i.next)<0}function J0(i,t,e,n){let s=i;do s.z===0&&(s.z=Zc(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,Q0(s)}function Q0(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function Zc(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function tv(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function Md(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function co(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&Md(i,t,e,n,s,r,o,a)}function ev(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!nv(i,t)&&(ho(i,t)&&ho(t,i)&&iv(i,t)&&(Ve(i.prev,i,t.prev)||Ve(i,t.prev,t))||Sr(i,t)&&Ve(i.prev,i,i.next)>0&&Ve(t.prev,t,t.next)>0)}function Ve(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Sr(i,t){return i.x===t.x&&i.y===t.y}function Sd(i,t,e,n){const s=wa(Ve(i,t,e)),r=wa(Ve(i,t,n)),o=wa(Ve(e,n,i)),a=wa(Ve(e,n,t));return!!(s!==r&&o!==a||s===0&&Ta(i,e,t)||r===0&&Ta(i,n,t)||o===0&&Ta(e,i,n)||a===0&&Ta(e,t,n))}function Ta(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function wa(i){return i>0?1:i<0?-1:0}function nv(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&Sd(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function ho(i,t){return Ve(i.prev,i,i.next)<0?Ve(i,t,i.next)>=0&&Ve(i,i.prev,t)>=0:Ve(i,t,i.prev)<0||Ve(i,i.next,t)<0}function iv(i,t){let e=i,n=!1;const s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function Ed(i,t){const e=Jc(i.i,i.x,i.y),n=Jc(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function bd(i,t,e,n){const s=Jc(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function uo(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Jc(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function sv(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}class rv{static triangulate(t,e,n=2){return V0(t,e,n)}}class fo{static area(t){const e=t.length;let n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return fo.area(t)<0}static triangulateShape(t,e){const n=[],s=[],r=[];Td(t),wd(n,t);let o=t.length;e.forEach(Td);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,wd(n,e[l]);const a=rv.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}}function Td(i){const t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function wd(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}class Cs extends Ke{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};const r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,u=l+1,h=t/a,f=e/l,d=[],g=[],_=[],m=[];for(let p=0;p<u;p++){const y=p*f-o;for(let S=0;S<c;S++){const x=S*h-r;g.push(x,-y,0),_.push(0,0,1),m.push(S/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let y=0;y<a;y++){const S=y+c*p,x=y+c*(p+1),C=y+1+c*(p+1),A=y+1+c*p;d.push(S,x,A),d.push(x,C,A)}this.setIndex(d),this.setAttribute("position",new $e(g,3)),this.setAttribute("normal",new $e(_,3)),this.setAttribute("uv",new $e(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new Cs(t.width,t.height,t.widthSegments,t.heightSegments)}}class Qc extends Ke{constructor(t=new xd([new Rt(0,.5),new Rt(-.5,-.5),new Rt(.5,-.5)]),e=12){super(),this.type="ShapeGeometry",this.parameters={shapes:t,curveSegments:e};const n=[],s=[],r=[],o=[];let a=0,l=0;if(Array.isArray(t)===!1)c(t);else for(let u=0;u<t.length;u++)c(t[u]),this.addGroup(a,l,u),a+=l,l=0;this.setIndex(n),this.setAttribute("position",new $e(s,3)),this.setAttribute("normal",new $e(r,3)),this.setAttribute("uv",new $e(o,2));function c(u){const h=s.length/3,f=u.extractPoints(e);let d=f.shape;const g=f.holes;fo.isClockWise(d)===!1&&(d=d.reverse());for(let m=0,p=g.length;m<p;m++){const y=g[m];fo.isClockWise(y)===!0&&(g[m]=y.reverse())}const _=fo.triangulateShape(d,g);for(let m=0,p=g.length;m<p;m++){const y=g[m];d=d.concat(y)}for(let m=0,p=d.length;m<p;m++){const y=d[m];s.push(y.x,y.y,0),r.push(0,0,1),o.push(y.x,y.y)}for(let m=0,p=_.length;m<p;m++){const y=_[m],S=y[0]+h,x=y[1]+h,C=y[2]+h;n.push(S,x,C),l+=3}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){const t=super.toJSON(),e=this.parameters.shapes;return ov(e,t)}static fromJSON(t,e){const n=[];for(let s=0,r=t.shapes.length;s<r;s++){const o=e[t.shapes[s]];n.push(o)}return new Qc(n,t.curveSegments)}}function ov(i,t){if(t.shapes=[],Array.isArray(i))for(let e=0,n=i.length;e<n;e++){const s=i[e];t.shapes.push(s.uuid)}else t.shapes.push(i.uuid);return t}class th extends Ke{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));const l=Math.min(o+a,Math.PI);let c=0;const u=[],h=new O,f=new O,d=[],g=[],_=[],m=[];for(let p=0;p<=n;p++){const y=[],S=p/n;let x=0;p===0&&o===0?x=.5/e:p===n&&l===Math.PI&&(x=-.5/e);for(let C=0;C<=e;C++){const A=C/e;h.x=-t*Math.cos(s+A*r)*Math.sin(o+S*a),h.y=t*Math.cos(o+S*a),h.z=t*Math.sin(s+A*r)*Math.sin(o+S*a),g.push(h.x,h.y,h.z),f.copy(h).normalize(),_.push(f.x,f.y,f.z),m.push(A+x,1-S),y.push(c++)}u.push(y)}for(let p=0;p<n;p++)for(let y=0;y<e;y++){const S=u[p][y+1],x=u[p][y],C=u[p+1][y],A=u[p+1][y+1];(p!==0||o>0)&&d.push(S,x,A),(p!==n-1||l<Math.PI)&&d.push(x,C,A)}this.setIndex(d),this.setAttribute("position",new $e(g,3)),this.setAttribute("normal",new $e(_,3)),this.setAttribute("uv",new $e(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new th(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}}class av extends gr{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=O_,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}}class lv extends gr{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}}class Aa extends Qf{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){const t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2;let r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){const c=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=u*this.view.offsetY,l=a-u*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){const e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}}class cv extends Gn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t}}const Ad=new Ce;class hv{constructor(t,e,n=0,s=1/0){this.ray=new hr(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new Rc,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,(e.near+e.far)/(e.near-e.far)).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):console.error("THREE.Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return Ad.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Ad),this}intersectObject(t,e=!0,n=[]){return eh(t,this,n,e),n.sort(Rd),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)eh(t[s],this,n,e);return n.sort(Rd),n}}function Rd(i,t){return i.distance-t.distance}function eh(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){const r=i.children;for(let o=0,a=r.length;o<a;o++)eh(r[o],t,e,!0)}}class Cd{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=oe(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(oe(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}}class uv extends Ms{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){if(t===void 0){console.warn("THREE.Controls: connect() now requires an element.");return}this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}}function Pd(i,t,e,n){const s=fv(n);switch(e){case Ef:return i*t;case Tf:return i*t/s.components*s.byteLength;case zl:return i*t/s.components*s.byteLength;case wf:return i*t*2/s.components*s.byteLength;case kl:return i*t*2/s.components*s.byteLength;case bf:return i*t*3/s.components*s.byteLength;case Zn:return i*t*4/s.components*s.byteLength;case Hl:return i*t*4/s.components*s.byteLength;case Yo:case qo:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case $o:case Ko:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Gl:case Xl:return Math.max(i,16)*Math.max(t,8)/4;case Vl:case Wl:return Math.max(i,8)*Math.max(t,8)/2;case Yl:case ql:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case $l:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Kl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case jl:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Zl:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Jl:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Ql:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case tc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case ec:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case nc:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case ic:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case sc:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case rc:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case oc:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case ac:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case lc:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case cc:case hc:case uc:return Math.ceil(i/4)*Math.ceil(t/4)*16;case fc:case dc:return Math.ceil(i/4)*Math.ceil(t/4)*8;case pc:case mc:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function fv(i){switch(i){case Di:case xf:return{byteLength:1,components:1};case Yr:case yf:case qr:return{byteLength:2,components:1};case Ol:case Bl:return{byteLength:2,components:4};case xs:case Fl:case mi:return{byteLength:4,components:1};case Mf:case Sf:return{byteLength:4,components:3}}throw new Error(`Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:Ml}})),typeof window<"u"&&(window.__THREE__?console.warn("WARNING: Multiple instances of Three.js being imported."):window.__THREE__=Ml);/**
 * @license
 * Copyright 2010-2025 Three.js Authors
 * SPDX-License-Identifier: MIT
 */function Dd(){let i=null,t=!1,e=null,n=null;function s(r,o){e(r,o),n=i.requestAnimationFrame(s)}return{start:function(){t!==!0&&e!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function dv(i){const t=new WeakMap;function e(a,l){const c=a.array,u=a.usage,h=c.byteLength,f=i.createBuffer();i.bindBuffer(l,f),i.bufferData(l,c,u),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:h}}function n(a,l,c){const u=l.array,h=l.updateRanges;if(i.bindBuffer(c,a),h.length===0)i.bufferSubData(c,0,u);else{h.sort((d,g)=>d.start-g.start);let f=0;for(let d=1;d<h.length;d++){const g=h[f],_=h[d];_.start<=g.start+g.count+1?g.count=Math.max(g.count,_.start+_.count-g.start):(++f,h[f]=_)}h.length=f+1;for(let d=0,g=h.length;d<g;d++){const _=h[d];i.bufferSubData(c,_.start*u.BYTES_PER_ELEMENT,u,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);const l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){const u=t.get(a);(!u||u.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}const c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var pv=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,mv=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,gv=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,_v=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,vv=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,xv=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,yv=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Mv=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Sv=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec3 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 ).rgb;
	}
#endif`,Ev=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,bv=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Tv=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,wv=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Av=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Rv=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Cv=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Pv=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Dv=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Lv=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Uv=`#if defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#elif defined( USE_COLOR )
	diffuseColor.rgb *= vColor;
#endif`,Iv=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR )
	varying vec3 vColor;
#endif`,Nv=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec3 vColor;
#endif`,Fv=`#if defined( USE_COLOR_ALPHA )
	vColor = vec4( 1.0 );
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec3( 1.0 );
#endif
#ifdef USE_COLOR
	vColor *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.xyz *= instanceColor.xyz;
#endif
#ifdef USE_BATCHING_COLOR
	vec3 batchingColor = getBatchingColor( getIndirectIndex( gl_DrawID ) );
	vColor.xyz *= batchingColor.xyz;
#endif`,Ov=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
vec3 inverseTransformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( vec4( dir, 0.0 ) * matrix ).xyz );
}
mat3 transposeMat3( const in mat3 m ) {
	mat3 tmp;
	tmp[ 0 ] = vec3( m[ 0 ].x, m[ 1 ].x, m[ 2 ].x );
	tmp[ 1 ] = vec3( m[ 0 ].y, m[ 1 ].y, m[ 2 ].y );
	tmp[ 2 ] = vec3( m[ 0 ].z, m[ 1 ].z, m[ 2 ].z );
	return tmp;
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Bv=`#ifdef ENVMAP_TYPE_CUBE_UV
	#define cubeUV_minMipLevel 4.0
	#define cubeUV_minTileSize 16.0
	float getFace( vec3 direction ) {
		vec3 absDirection = abs( direction );
		float face = - 1.0;
		if ( absDirection.x > absDirection.z ) {
			if ( absDirection.x > absDirection.y )
				face = direction.x > 0.0 ? 0.0 : 3.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		} else {
			if ( absDirection.z > absDirection.y )
				face = direction.z > 0.0 ? 2.0 : 5.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		}
		return face;
	}
	vec2 getUV( vec3 direction, float face ) {
		vec2 uv;
		if ( face == 0.0 ) {
			uv = vec2( direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 1.0 ) {
			uv = vec2( - direction.x, - direction.z ) / abs( direction.y );
		} else if ( face == 2.0 ) {
			uv = vec2( - direction.x, direction.y ) / abs( direction.z );
		} else if ( face == 3.0 ) {
			uv = vec2( - direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 4.0 ) {
			uv = vec2( - direction.x, direction.z ) / abs( direction.y );
		} else {
			uv = vec2( direction.x, direction.y ) / abs( direction.z );
		}
		return 0.5 * ( uv + 1.0 );
	}
	vec3 bilinearCubeUV( sampler2D envMap, vec3 direction, float mipInt ) {
		float face = getFace( direction );
		float filterInt = max( cubeUV_minMipLevel - mipInt, 0.0 );
		mipInt = max( mipInt, cubeUV_minMipLevel );
		float faceSize = exp2( mipInt );
		highp vec2 uv = getUV( direction, face ) * ( faceSize - 2.0 ) + 1.0;
		if ( face > 2.0 ) {
			uv.y += faceSize;
			face -= 3.0;
		}
		uv.x += face * faceSize;
		uv.x += filterInt * 3.0 * cubeUV_minTileSize;
		uv.y += 4.0 * ( exp2( CUBEUV_MAX_MIP ) - faceSize );
		uv.x *= CUBEUV_TEXEL_WIDTH;
		uv.y *= CUBEUV_TEXEL_HEIGHT;
		#ifdef texture2DGradEXT
			return texture2DGradEXT( envMap, uv, vec2( 0.0 ), vec2( 0.0 ) ).rgb;
		#else
			return texture2D( envMap, uv ).rgb;
		#endif
	}
	#define cubeUV_r0 1.0
	#define cubeUV_m0 - 2.0
	#define cubeUV_r1 0.8
	#define cubeUV_m1 - 1.0
	#define cubeUV_r4 0.4
	#define cubeUV_m4 2.0
	#define cubeUV_r5 0.305
	#define cubeUV_m5 3.0
	#define cubeUV_r6 0.21
	#define cubeUV_m6 4.0
	float roughnessToMip( float roughness ) {
		float mip = 0.0;
		if ( roughness >= cubeUV_r1 ) {
			mip = ( cubeUV_r0 - roughness ) * ( cubeUV_m1 - cubeUV_m0 ) / ( cubeUV_r0 - cubeUV_r1 ) + cubeUV_m0;
		} else if ( roughness >= cubeUV_r4 ) {
			mip = ( cubeUV_r1 - roughness ) * ( cubeUV_m4 - cubeUV_m1 ) / ( cubeUV_r1 - cubeUV_r4 ) + cubeUV_m1;
		} else if ( roughness >= cubeUV_r5 ) {
			mip = ( cubeUV_r4 - roughness ) * ( cubeUV_m5 - cubeUV_m4 ) / ( cubeUV_r4 - cubeUV_r5 ) + cubeUV_m4;
		} else if ( roughness >= cubeUV_r6 ) {
			mip = ( cubeUV_r5 - roughness ) * ( cubeUV_m6 - cubeUV_m5 ) / ( cubeUV_r5 - cubeUV_r6 ) + cubeUV_m5;
		} else {
			mip = - 2.0 * log2( 1.16 * roughness );		}
		return mip;
	}
	vec4 textureCubeUV( sampler2D envMap, vec3 sampleDir, float roughness ) {
		float mip = clamp( roughnessToMip( roughness ), cubeUV_m0, CUBEUV_MAX_MIP );
		float mipF = fract( mip );
		float mipInt = floor( mip );
		vec3 color0 = bilinearCubeUV( envMap, sampleDir, mipInt );
		if ( mipF == 0.0 ) {
			return vec4( color0, 1.0 );
		} else {
			vec3 color1 = bilinearCubeUV( envMap, sampleDir, mipInt + 1.0 );
			return vec4( mix( color0, color1, mipF ), 1.0 );
		}
	}
#endif`,zv=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
	#ifdef FLIP_SIDED
		transformedTangent = - transformedTangent;
	#endif
#endif`,kv=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Hv=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Vv=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Gv=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Wv="gl_FragColor = linearToOutputTexel( gl_FragColor );",Xv=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Yv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * vec3( flipEnvMap * reflectVec.x, reflectVec.yz ) );
	#else
		vec4 envColor = vec4( 0.0 );
	#endif
	#ifdef ENVMAP_BLENDING_MULTIPLY
		outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_MIX )
		outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_ADD )
		outgoingLight += envColor.xyz * specularStrength * reflectivity;
	#endif
#endif`,qv=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform float flipEnvMap;
	uniform mat3 envMapRotation;
	#ifdef ENVMAP_TYPE_CUBE
		uniform samplerCube envMap;
	#else
		uniform sampler2D envMap;
	#endif
	
#endif`,$v=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Kv=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,jv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Zv=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Jv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Qv=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,tx=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,ex=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,nx=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,ix=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,sx=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,rx=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif`,ox=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * worldNormal, 1.0 );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, roughness * roughness) );
			reflectVec = inverseTransformDirection( reflectVec, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * reflectVec, roughness );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_CUBE_UV
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
#endif`,ax=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,lx=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,cx=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,hx=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,ux=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb * ( 1.0 - metalnessFactor );
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.0525 );material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = mix( min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = mix( vec3( 0.04 ), diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.0525 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.07, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,fx=`struct PhysicalMaterial {
	vec3 diffuseColor;
	float roughness;
	vec3 specularColor;
	float specularF90;
	float dispersion;
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		float v = 0.5 / ( gv + gl );
		return saturate(v);
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = material.clearcoatRoughness;
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColor;
	float f90 = material.specularF90;
	float roughness = material.roughness;
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float V = V_GGX_SmithCorrelated_Anisotropic( material.alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( material.alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transposeMat3( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float a = roughness < 0.25 ? -339.2 * r2 + 161.4 * roughness - 25.9 : -8.48 * r2 + 14.3 * roughness - 9.95;
	float b = roughness < 0.25 ? 44.0 * r2 - 23.7 * roughness + 3.26 : 1.97 * r2 - 3.27 * roughness + 0.72;
	float DG = exp( a * dotNV + b ) + ( roughness < 0.25 ? 0.0 : 0.1 * ( roughness - 0.25 ) );
	return saturate( DG * RECIPROCAL_PI );
}
vec2 DFGApprox( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	const vec4 c0 = vec4( - 1, - 0.0275, - 0.572, 0.022 );
	const vec4 c1 = vec4( 1, 0.0425, 1.04, - 0.04 );
	vec4 r = roughness * c0 + c1;
	float a004 = min( r.x * r.x, exp2( - 9.28 * dotNV ) ) * r.x + r.y;
	vec2 fab = vec2( - 1.04, 1.04 ) * a004 + r.zw;
	return fab;
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColor * t2.x + ( vec3( 1.0 ) - material.specularColor ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseColor * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
	#endif
	reflectedLight.directSpecular += irradiance * BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
	#endif
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.iridescence, material.iridescenceFresnel, material.roughness, singleScattering, multiScattering );
	#else
		computeMultiscattering( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.roughness, singleScattering, multiScattering );
	#endif
	vec3 totalScattering = singleScattering + multiScattering;
	vec3 diffuse = material.diffuseColor * ( 1.0 - max( max( totalScattering.r, totalScattering.g ), totalScattering.b ) );
	reflectedLight.indirectSpecular += radiance * singleScattering;
	reflectedLight.indirectSpecular += multiScattering * cosineWeightedIrradiance;
	reflectedLight.indirectDiffuse += diffuse * cosineWeightedIrradiance;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,dx=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		material.iridescenceFresnel = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		material.iridescenceF0 = Schlick_to_F0( material.iridescenceFresnel, 1.0, dotNVi );
	}
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,px=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD ) && defined( ENVMAP_TYPE_CUBE_UV )
		iblIrradiance += getIBLIrradiance( geometryNormal );
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		radiance += getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		radiance += getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,mx=`#if defined( RE_IndirectDiffuse )
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,gx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,_x=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,vx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,xx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,yx=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Mx=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Sx=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Ex=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,bx=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Tx=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,wx=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Ax=`#if defined( USE_MORPHCOLORS )
	vColor *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Rx=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Cx=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Px=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Dx=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Lx=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Ux=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Ix=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Nx=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
	#endif
#endif`,Fx=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Ox=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Bx=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,zx=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,kx=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Hx=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Vx=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return depth * ( near - far ) - near;
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return ( near * far ) / ( ( far - near ) * depth - far );
}`,Gx=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Wx=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Xx=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Yx=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,qx=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,$x=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Kx=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform sampler2D pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	float texture2DCompare( sampler2D depths, vec2 uv, float compare ) {
		float depth = unpackRGBAToDepth( texture2D( depths, uv ) );
		#ifdef USE_REVERSED_DEPTH_BUFFER
			return step( depth, compare );
		#else
			return step( compare, depth );
		#endif
	}
	vec2 texture2DDistribution( sampler2D shadow, vec2 uv ) {
		return unpackRGBATo2Half( texture2D( shadow, uv ) );
	}
	float VSMShadow( sampler2D shadow, vec2 uv, float compare ) {
		float occlusion = 1.0;
		vec2 distribution = texture2DDistribution( shadow, uv );
		#ifdef USE_REVERSED_DEPTH_BUFFER
			float hard_shadow = step( distribution.x, compare );
		#else
			float hard_shadow = step( compare, distribution.x );
		#endif
		if ( hard_shadow != 1.0 ) {
			float distance = compare - distribution.x;
			float variance = max( 0.00000, distribution.y * distribution.y );
			float softness_probability = variance / (variance + distance * distance );			softness_probability = clamp( ( softness_probability - 0.3 ) / ( 0.95 - 0.3 ), 0.0, 1.0 );			occlusion = clamp( max( hard_shadow, softness_probability ), 0.0, 1.0 );
		}
		return occlusion;
	}
	float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
		float shadow = 1.0;
		shadowCoord.xyz /= shadowCoord.w;
		shadowCoord.z += shadowBias;
		bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
		bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
		if ( frustumTest ) {
		#if defined( SHADOWMAP_TYPE_PCF )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx0 = - texelSize.x * shadowRadius;
			float dy0 = - texelSize.y * shadowRadius;
			float dx1 = + texelSize.x * shadowRadius;
			float dy1 = + texelSize.y * shadowRadius;
			float dx2 = dx0 / 2.0;
			float dy2 = dy0 / 2.0;
			float dx3 = dx1 / 2.0;
			float dy3 = dy1 / 2.0;
			shadow = (
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy1 ), shadowCoord.z )
			) * ( 1.0 / 17.0 );
		#elif defined( SHADOWMAP_TYPE_PCF_SOFT )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx = texelSize.x;
			float dy = texelSize.y;
			vec2 uv = shadowCoord.xy;
			vec2 f = fract( uv * shadowMapSize + 0.5 );
			uv -= f * texelSize;
			shadow = (
				texture2DCompare( shadowMap, uv, shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( dx, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( 0.0, dy ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + texelSize, shadowCoord.z ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, 0.0 ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 0.0 ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, dy ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( 0.0, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 0.0, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( texture2DCompare( shadowMap, uv + vec2( dx, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( dx, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( mix( texture2DCompare( shadowMap, uv + vec2( -dx, -dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, -dy ), shadowCoord.z ),
						  f.x ),
					 mix( texture2DCompare( shadowMap, uv + vec2( -dx, 2.0 * dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 2.0 * dy ), shadowCoord.z ),
						  f.x ),
					 f.y )
			) * ( 1.0 / 9.0 );
		#elif defined( SHADOWMAP_TYPE_VSM )
			shadow = VSMShadow( shadowMap, shadowCoord.xy, shadowCoord.z );
		#else
			shadow = texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z );
		#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	vec2 cubeToUV( vec3 v, float texelSizeY ) {
		vec3 absV = abs( v );
		float scaleToCube = 1.0 / max( absV.x, max( absV.y, absV.z ) );
		absV *= scaleToCube;
		v *= scaleToCube * ( 1.0 - 2.0 * texelSizeY );
		vec2 planar = v.xy;
		float almostATexel = 1.5 * texelSizeY;
		float almostOne = 1.0 - almostATexel;
		if ( absV.z >= almostOne ) {
			if ( v.z > 0.0 )
				planar.x = 4.0 - v.x;
		} else if ( absV.x >= almostOne ) {
			float signX = sign( v.x );
			planar.x = v.z * signX + 2.0 * signX;
		} else if ( absV.y >= almostOne ) {
			float signY = sign( v.y );
			planar.x = v.x + 2.0 * signY + 2.0;
			planar.y = v.z * signY - 2.0;
		}
		return vec2( 0.125, 0.25 ) * planar + vec2( 0.375, 0.75 );
	}
	float getPointShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		
		float lightToPositionLength = length( lightToPosition );
		if ( lightToPositionLength - shadowCameraFar <= 0.0 && lightToPositionLength - shadowCameraNear >= 0.0 ) {
			float dp = ( lightToPositionLength - shadowCameraNear ) / ( shadowCameraFar - shadowCameraNear );			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			vec2 texelSize = vec2( 1.0 ) / ( shadowMapSize * vec2( 4.0, 2.0 ) );
			#if defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_PCF_SOFT ) || defined( SHADOWMAP_TYPE_VSM )
				vec2 offset = vec2( - 1, 1 ) * shadowRadius * texelSize.y;
				shadow = (
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxx, texelSize.y ), dp )
				) * ( 1.0 / 9.0 );
			#else
				shadow = texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp );
			#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
#endif`,jx=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Zx=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	vec3 shadowWorldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Jx=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Qx=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,ty=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,ey=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,ny=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,iy=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,sy=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,ry=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,oy=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,ay=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = inverseTransformDirection( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseColor, material.specularColor, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,ly=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,cy=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,hy=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uy=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,fy=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`;const se={alphahash_fragment:pv,alphahash_pars_fragment:mv,alphamap_fragment:gv,alphamap_pars_fragment:_v,alphatest_fragment:vv,alphatest_pars_fragment:xv,aomap_fragment:yv,aomap_pars_fragment:Mv,batching_pars_vertex:Sv,batching_vertex:Ev,begin_vertex:bv,beginnormal_vertex:Tv,bsdfs:wv,iridescence_fragment:Av,bumpmap_pars_fragment:Rv,clipping_planes_fragment:Cv,clipping_planes_pars_fragment:Pv,clipping_planes_pars_vertex:Dv,clipping_planes_vertex:Lv,color_fragment:Uv,color_pars_fragment:Iv,color_pars_vertex:Nv,color_vertex:Fv,common:Ov,cube_uv_reflection_fragment:Bv,defaultnormal_vertex:zv,displacementmap_pars_vertex:kv,displacementmap_vertex:Hv,emissivemap_fragment:Vv,emissivemap_pars_fragment:Gv,colorspace_fragment:Wv,colorspace_pars_fragment:Xv,envmap_fragment:Yv,envmap_common_pars_fragment:qv,envmap_pars_fragment:$v,envmap_pars_vertex:Kv,envmap_physical_pars_fragment:ox,envmap_vertex:jv,fog_vertex:Zv,fog_pars_vertex:Jv,fog_fragment:Qv,fog_pars_fragment:tx,gradientmap_pars_fragment:ex,lightmap_pars_fragment:nx,lights_lambert_fragment:ix,lights_lambert_pars_fragment:sx,lights_pars_begin:rx,lights_toon_fragment:ax,lights_toon_pars_fragment:lx,lights_phong_fragment:cx,lights_phong_pars_fragment:hx,lights_physical_fragment:ux,lights_physical_pars_fragment:fx,lights_fragment_begin:dx,lights_fragment_maps:px,lights_fragment_end:mx,logdepthbuf_fragment:gx,logdepthbuf_pars_fragment:_x,logdepthbuf_pars_vertex:vx,logdepthbuf_vertex:xx,map_fragment:yx,map_pars_fragment:Mx,map_particle_fragment:Sx,map_particle_pars_fragment:Ex,metalnessmap_fragment:bx,metalnessmap_pars_fragment:Tx,morphinstance_vertex:wx,morphcolor_vertex:Ax,morphnormal_vertex:Rx,morphtarget_pars_vertex:Cx,morphtarget_vertex:Px,normal_fragment_begin:Dx,normal_fragment_maps:Lx,normal_pars_fragment:Ux,normal_pars_vertex:Ix,normal_vertex:Nx,normalmap_pars_fragment:Fx,clearcoat_normal_fragment_begin:Ox,clearcoat_normal_fragment_maps:Bx,clearcoat_pars_fragment:zx,iridescence_pars_fragment:kx,opaque_fragment:Hx,packing:Vx,premultiplied_alpha_fragment:Gx,project_vertex:Wx,dithering_fragment:Xx,dithering_pars_fragment:Yx,roughnessmap_fragment:qx,roughnessmap_pars_fragment:$x,shadowmap_pars_fragment:Kx,shadowmap_pars_vertex:jx,shadowmap_vertex:Zx,shadowmask_pars_fragment:Jx,skinbase_vertex:Qx,skinning_pars_vertex:ty,skinning_vertex:ey,skinnormal_vertex:ny,specularmap_fragment:iy,specularmap_pars_fragment:sy,tonemapping_fragment:ry,tonemapping_pars_fragment:oy,transmission_fragment:ay,transmission_pars_fragment:ly,uv_pars_fragment:cy,uv_pars_vertex:hy,uv_vertex:uy,worldpos_vertex:fy,background_vert:`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,background_frag:`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,backgroundCube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,backgroundCube_frag:`#ifdef ENVMAP_TYPE_CUBE
	uniform samplerCube envMap;
#elif defined( ENVMAP_TYPE_CUBE_UV )
	uniform sampler2D envMap;
#endif
uniform float flipEnvMap;
uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <cube_uv_reflection_fragment>
void main() {
	#ifdef ENVMAP_TYPE_CUBE
		vec4 texColor = textureCube( envMap, backgroundRotation * vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) );
	#elif defined( ENVMAP_TYPE_CUBE_UV )
		vec4 texColor = textureCubeUV( envMap, backgroundRotation * vWorldDirection, backgroundBlurriness );
	#else
		vec4 texColor = vec4( 0.0, 0.0, 0.0, 1.0 );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,cube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,cube_frag:`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,depth_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,depth_frag:`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,distanceRGBA_vert:`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,distanceRGBA_frag:`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main () {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = packDepthToRGBA( dist );
}`,equirect_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,equirect_frag:`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,linedashed_vert:`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,linedashed_frag:`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,meshbasic_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,meshbasic_frag:`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshlambert_vert:`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshlambert_frag:`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshmatcap_vert:`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,meshmatcap_frag:`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshnormal_vert:`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,meshnormal_frag:`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <packing>
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( packNormalToRGB( normal ), diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,meshphong_vert:`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshphong_frag:`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshphysical_vert:`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,meshphysical_frag:`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <cube_uv_reflection_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
		float sheenEnergyComp = 1.0 - 0.157 * max3( material.sheenColor );
		outgoingLight = outgoingLight * sheenEnergyComp + sheenSpecularDirect + sheenSpecularIndirect;
	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshtoon_vert:`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshtoon_frag:`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,points_vert:`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,points_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,shadow_vert:`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,shadow_frag:`uniform vec3 color;
uniform float opacity;
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,sprite_vert:`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,sprite_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`},Et={common:{diffuse:{value:new _e(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ie},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ie}},envmap:{envMap:{value:null},envMapRotation:{value:new ie},flipEnvMap:{value:-1},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ie}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ie}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ie},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ie},normalScale:{value:new Rt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ie},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ie}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ie}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ie}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new _e(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMap:{value:[]},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotShadowMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMap:{value:[]},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null}},points:{diffuse:{value:new _e(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0},uvTransform:{value:new ie}},sprite:{diffuse:{value:new _e(16777215)},opacity:{value:1},center:{value:new Rt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ie},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0}}},vi={basic:{uniforms:En([Et.common,Et.specularmap,Et.envmap,Et.aomap,Et.lightmap,Et.fog]),vertexShader:se.meshbasic_vert,fragmentShader:se.meshbasic_frag},lambert:{uniforms:En([Et.common,Et.specularmap,Et.envmap,Et.aomap,Et.lightmap,Et.emissivemap,Et.bumpmap,Et.normalmap,Et.displacementmap,Et.fog,Et.lights,{emissive:{value:new _e(0)}}]),vertexShader:se.meshlambert_vert,fragmentShader:se.meshlambert_frag},phong:{uniforms:En([Et.common,Et.specularmap,Et.envmap,Et.aomap,Et.lightmap,Et.emissivemap,Et.bumpmap,Et.normalmap,Et.displacementmap,Et.fog,Et.lights,{emissive:{value:new _e(0)},specular:{value:new _e(1118481)},shininess:{value:30}}]),vertexShader:se.meshphong_vert,fragmentShader:se.meshphong_frag},standard:{uniforms:En([Et.common,Et.envmap,Et.aomap,Et.lightmap,Et.emissivemap,Et.bumpmap,Et.normalmap,Et.displacementmap,Et.roughnessmap,Et.metalnessmap,Et.fog,Et.lights,{emissive:{value:new _e(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:se.meshphysical_vert,fragmentShader:se.meshphysical_frag},toon:{uniforms:En([Et.common,Et.aomap,Et.lightmap,Et.emissivemap,Et.bumpmap,Et.normalmap,Et.displacementmap,Et.gradientmap,Et.fog,Et.lights,{emissive:{value:new _e(0)}}]),vertexShader:se.meshtoon_vert,fragmentShader:se.meshtoon_frag},matcap:{uniforms:En([Et.common,Et.bumpmap,Et.normalmap,Et.displacementmap,Et.fog,{matcap:{value:null}}]),vertexShader:se.meshmatcap_vert,fragmentShader:se.meshmatcap_frag},points:{uniforms:En([Et.points,Et.fog]),vertexShader:se.points_vert,fragmentShader:se.points_frag},dashed:{uniforms:En([Et.common,Et.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:se.linedashed_vert,fragmentShader:se.linedashed_frag},depth:{uniforms:En([Et.common,Et.displacementmap]),vertexShader:se.depth_vert,fragmentShader:se.depth_frag},normal:{uniforms:En([Et.common,Et.bumpmap,Et.normalmap,Et.displacementmap,{opacity:{value:1}}]),vertexShader:se.meshnormal_vert,fragmentShader:se.meshnormal_frag},sprite:{uniforms:En([Et.sprite,Et.fog]),vertexShader:se.sprite_vert,fragmentShader:se.sprite_frag},background:{uniforms:{uvTransform:{value:new ie},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:se.background_vert,fragmentShader:se.background_frag},backgroundCube:{uniforms:{envMap:{value:null},flipEnvMap:{value:-1},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ie}},vertexShader:se.backgroundCube_vert,fragmentShader:se.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:se.cube_vert,fragmentShader:se.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:se.equirect_vert,fragmentShader:se.equirect_frag},distanceRGBA:{uniforms:En([Et.common,Et.displacementmap,{referencePosition:{value:new O},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:se.distanceRGBA_vert,fragmentShader:se.distanceRGBA_frag},shadow:{uniforms:En([Et.lights,Et.fog,{color:{value:new _e(0)},opacity:{value:1}}]),vertexShader:se.shadow_vert,fragmentShader:se.shadow_frag}};vi.physical={uniforms:En([vi.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ie},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ie},clearcoatNormalScale:{value:new Rt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ie},dispersion:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ie},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ie},sheen:{value:0},sheenColor:{value:new _e(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ie},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ie},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ie},transmissionSamplerSize:{value:new Rt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ie},attenuationDistance:{value:0},attenuationColor:{value:new _e(0)},specularColor:{value:new _e(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ie},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ie},anisotropyVector:{value:new Rt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ie}}]),vertexShader:se.meshphysical_vert,fragmentShader:se.meshphysical_frag};const Ra={r:0,b:0,g:0},Ps=new Fi,dy=new Ce;function py(i,t,e,n,s,r,o){const a=new _e(0);let l=r===!0?0:1,c,u,h=null,f=0,d=null;function g(S){let x=S.isScene===!0?S.background:null;return x&&x.isTexture&&(x=(S.backgroundBlurriness>0?e:t).get(x)),x}function _(S){let x=!1;const C=g(S);C===null?p(a,l):C&&C.isColor&&(p(C,1),x=!0);const A=i.xr.getEnvironmentBlendMode();A==="additive"?n.buffers.color.setClear(0,0,0,1,o):A==="alpha-blend"&&n.buffers.color.setClear(0,0,0,0,o),(i.autoClear||x)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function m(S,x){const C=g(x);C&&(C.isCubeTexture||C.mapping===Wo)?(u===void 0&&(u=new Hn(new vr(1,1,1),new Vn({name:"BackgroundCubeMaterial",uniforms:xr(vi.backgroundCube.uniforms),vertexShader:vi.backgroundCube.vertexShader,fragmentShader:vi.backgroundCube.fragmentShader,side:Pn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),u.geometry.deleteAttribute("normal"),u.geometry.deleteAttribute("uv"),u.onBeforeRender=function(A,U,F){this.matrixWorld.copyPosition(F.matrixWorld)},Object.defineProperty(u.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),s.update(u)),Ps.copy(x.backgroundRotation),Ps.x*=-1,Ps.y*=-1,Ps.z*=-1,C.isCubeTexture&&C.isRenderTargetTexture===!1&&(Ps.y*=-1,Ps.z*=-1),u.material.uniforms.envMap.value=C,u.material.uniforms.flipEnvMap.value=C.isCubeTexture&&C.isRenderTargetTexture===!1?-1:1,u.material.uniforms.backgroundBlurriness.value=x.backgroundBlurriness,u.material.uniforms.backgroundIntensity.value=x.backgroundIntensity,u.material.uniforms.backgroundRotation.value.setFromMatrix4(dy.makeRotationFromEuler(Ps)),u.material.toneMapped=he.getTransfer(C.colorSpace)!==Ee,(h!==C||f!==C.version||d!==i.toneMapping)&&(u.material.needsUpdate=!0,h=C,f=C.version,d=i.toneMapping),u.layers.enableAll(),S.unshift(u,u.geometry,u.material,0,0,null)):C&&C.isTexture&&(c===void 0&&(c=new Hn(new Cs(2,2),new Vn({name:"BackgroundMaterial",uniforms:xr(vi.background.uniforms),vertexShader:vi.background.vertexShader,fragmentShader:vi.background.fragmentShader,side:Xi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),s.update(c)),c.material.uniforms.t2D.value=C,c.material.uniforms.backgroundIntensity.value=x.backgroundIntensity,c.material.toneMapped=he.getTransfer(C.colorSpace)!==Ee,C.matrixAutoUpdate===!0&&C.updateMatrix(),c.material.uniforms.uvTransform.value.copy(C.matrix),(h!==C||f!==C.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=C,f=C.version,d=i.toneMapping),c.layers.enableAll(),S.unshift(c,c.geometry,c.material,0,0,null))}function p(S,x){S.getRGB(Ra,Jf(i)),n.buffers.color.setClear(Ra.r,Ra.g,Ra.b,x,o)}function y(){u!==void 0&&(u.geometry.dispose(),u.material.dispose(),u=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return a},setClearColor:function(S,x=1){a.set(S),l=x,p(a,l)},getClearAlpha:function(){return l},setClearAlpha:function(S){l=S,p(a,l)},render:_,addToRenderList:m,dispose:y}}function my(i,t){const e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=f(null);let r=s,o=!1;function a(b,P,B,H,W){let X=!1;const Y=h(H,B,P);r!==Y&&(r=Y,c(r.object)),X=d(b,H,B,W),X&&g(b,H,B,W),W!==null&&t.update(W,i.ELEMENT_ARRAY_BUFFER),(X||o)&&(o=!1,x(b,P,B,H),W!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(W).buffer))}function l(){return i.createVertexArray()}function c(b){return i.bindVertexArray(b)}function u(b){return i.deleteVertexArray(b)}function h(b,P,B){const H=B.wireframe===!0;let W=n[b.id];W===void 0&&(W={},n[b.id]=W);let X=W[P.id];X===void 0&&(X={},W[P.id]=X);let Y=X[H];return Y===void 0&&(Y=f(l()),X[H]=Y),Y}function f(b){const P=[],B=[],H=[];for(let W=0;W<e;W++)P[W]=0,B[W]=0,H[W]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:P,enabledAttributes:B,attributeDivisors:H,object:b,attributes:{},index:null}}function d(b,P,B,H){const W=r.attributes,X=P.attributes;let Y=0;const J=B.getAttributes();for(const Q in J)if(J[Q].location>=0){const K=W[Q];let ut=X[Q];if(ut===void 0&&(Q==="instanceMatrix"&&b.instanceMatrix&&(ut=b.instanceMatrix),Q==="instanceColor"&&b.instanceColor&&(ut=b.instanceColor)),K===void 0||K.attribute!==ut||ut&&K.data!==ut.data)return!0;Y++}return r.attributesNum!==Y||r.index!==H}function g(b,P,B,H){const W={},X=P.attributes;let Y=0;const J=B.getAttributes();for(const Q in J)if(J[Q].location>=0){let K=X[Q];K===void 0&&(Q==="instanceMatrix"&&b.instanceMatrix&&(K=b.instanceMatrix),Q==="instanceColor"&&b.instanceColor&&(K=b.instanceColor));const ut={};ut.attribute=K,K&&K.data&&(ut.data=K.data),W[Q]=ut,Y++}r.attributes=W,r.attributesNum=Y,r.index=H}function _(){const b=r.newAttributes;for(let P=0,B=b.length;P<B;P++)b[P]=0}function m(b){p(b,0)}function p(b,P){const B=r.newAttributes,H=r.enabledAttributes,W=r.attributeDivisors;B[b]=1,H[b]===0&&(i.enableVertexAttribArray(b),H[b]=1),W[b]!==P&&(i.vertexAttribDivisor(b,P),W[b]=P)}function y(){const b=r.newAttributes,P=r.enabledAttributes;for(let B=0,H=P.length;B<H;B++)P[B]!==b[B]&&(i.disableVertexAttribArray(B),P[B]=0)}function S(b,P,B,H,W,X,Y){Y===!0?i.vertexAttribIPointer(b,P,B,W,X):i.vertexAttribPointer(b,P,B,H,W,X)}function x(b,P,B,H){_();const W=H.attributes,X=B.getAttributes(),Y=P.defaultAttributeValues;for(const J in X){const Q=X[J];if(Q.location>=0){let at=W[J];if(at===void 0&&(J==="instanceMatrix"&&b.instanceMatrix&&(at=b.instanceMatrix),J==="instanceColor"&&b.instanceColor&&(at=b.instanceColor)),at!==void 0){const K=at.normalized,ut=at.itemSize,xt=t.get(at);if(xt===void 0)continue;const gt=xt.buffer,qt=xt.type,$t=xt.bytesPerElement,tt=qt===i.INT||qt===i.UNSIGNED_INT||at.gpuType===Fl;if(at.isInterleavedBufferAttribute){const nt=at.data,bt=nt.stride,kt=at.offset;if(nt.isInstancedInterleavedBuffer){for(let yt=0;yt<Q.locationSize;yt++)p(Q.location+yt,nt.meshPerAttribute);b.isInstancedMesh!==!0&&H._maxInstanceCount===void 0&&(H._maxInstanceCount=nt.meshPerAttribute*nt.count)}else for(let yt=0;yt<Q.locationSize;yt++)m(Q.location+yt);i.bindBuffer(i.ARRAY_BUFFER,gt);for(let yt=0;yt<Q.locationSize;yt++)S(Q.location+yt,ut/Q.locationSize,qt,K,bt*$t,(kt+ut/Q.locationSize*yt)*$t,tt)}else{if(at.isInstancedBufferAttribute){for(let nt=0;nt<Q.locationSize;nt++)p(Q.location+nt,at.meshPerAttribute);b.isInstancedMesh!==!0&&H._maxInstanceCount===void 0&&(H._maxInstanceCount=at.meshPerAttribute*at.count)}else for(let nt=0;nt<Q.locationSize;nt++)m(Q.location+nt);i.bindBuffer(i.ARRAY_BUFFER,gt);for(let nt=0;nt<Q.locationSize;nt++)S(Q.location+nt,ut/Q.locationSize,qt,K,ut*$t,ut/Q.locationSize*nt*$t,tt)}}else if(Y!==void 0){const K=Y[J];if(K!==void 0)switch(K.length){case 2:i.vertexAttrib2fv(Q.location,K);break;case 3:i.vertexAttrib3fv(Q.location,K);break;case 4:i.vertexAttrib4fv(Q.location,K);break;default:i.vertexAttrib1fv(Q.location,K)}}}}y()}function C(){F();for(const b in n){const P=n[b];for(const B in P){const H=P[B];for(const W in H)u(H[W].object),delete H[W];delete P[B]}delete n[b]}}function A(b){if(n[b.id]===void 0)return;const P=n[b.id];for(const B in P){const H=P[B];for(const W in H)u(H[W].object),delete H[W];delete P[B]}delete n[b.id]}function U(b){for(const P in n){const B=n[P];if(B[b.id]===void 0)continue;const H=B[b.id];for(const W in H)u(H[W].object),delete H[W];delete B[b.id]}}function F(){T(),o=!0,r!==s&&(r=s,c(r.object))}function T(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:F,resetDefaultState:T,dispose:C,releaseStatesOfGeometry:A,releaseStatesOfProgram:U,initAttributes:_,enableAttribute:m,disableUnusedAttributes:y}}function gy(i,t,e){let n;function s(c){n=c}function r(c,u){i.drawArrays(n,c,u),e.update(u,n,1)}function o(c,u,h){h!==0&&(i.drawArraysInstanced(n,c,u,h),e.update(u,n,h))}function a(c,u,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,u,0,h);let d=0;for(let g=0;g<h;g++)d+=u[g];e.update(d,n,1)}function l(c,u,h,f){if(h===0)return;const d=t.get("WEBGL_multi_draw");if(d===null)for(let g=0;g<c.length;g++)o(c[g],u[g],f[g]);else{d.multiDrawArraysInstancedWEBGL(n,c,0,u,0,f,0,h);let g=0;for(let _=0;_<h;_++)g+=u[_]*f[_];e.update(g,n,1)}}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a,this.renderMultiDrawInstances=l}function _y(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){const U=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(U.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(U){return!(U!==Zn&&n.convert(U)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(U){const F=U===qr&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(U!==Di&&n.convert(U)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE)&&U!==mi&&!F)}function l(U){if(U==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";U="mediump"}return U==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp";const u=l(c);u!==c&&(console.warn("THREE.WebGLRenderer:",c,"not supported, using",u,"instead."),c=u);const h=e.logarithmicDepthBuffer===!0,f=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),S=i.getParameter(i.MAX_VARYING_VECTORS),x=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=g>0,A=i.getParameter(i.MAX_SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:h,reversedDepthBuffer:f,maxTextures:d,maxVertexTextures:g,maxTextureSize:_,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:y,maxVaryings:S,maxFragmentUniforms:x,vertexTextures:C,maxSamples:A}}function vy(i){const t=this;let e=null,n=0,s=!1,r=!1;const o=new es,a=new ie,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(h,f){const d=h.length!==0||f||n!==0||s;return s=f,n=h.length,d},this.beginShadows=function(){r=!0,u(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(h,f){e=u(h,f,0)},this.setState=function(h,f,d){const g=h.clippingPlanes,_=h.clipIntersection,m=h.clipShadows,p=i.get(h);if(!s||g===null||g.length===0||r&&!m)r?u(null):c();else{const y=r?0:n,S=y*4;let x=p.clippingState||null;l.value=x,x=u(g,f,S,d);for(let C=0;C!==S;++C)x[C]=e[C];p.clippingState=x,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function u(h,f,d,g){const _=h!==null?h.length:0;let m=null;if(_!==0){if(m=l.value,g!==!0||m===null){const p=d+_*4,y=f.matrixWorldInverse;a.getNormalMatrix(y),(m===null||m.length<p)&&(m=new Float32Array(p));for(let S=0,x=d;S!==_;++S,x+=4)o.copy(h[S]).applyMatrix4(y,a),o.normal.toArray(m,x),m[x+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,m}}function xy(i){let t=new WeakMap;function e(o,a){return a===Dl?o.mapping=er:a===Ll&&(o.mapping=nr),o}function n(o){if(o&&o.isTexture){const a=o.mapping;if(a===Dl||a===Ll)if(t.has(o)){const l=t.get(o).texture;return e(l,o.mapping)}else{const l=o.image;if(l&&l.height>0){const c=new y0(l.height);return c.fromEquirectangularTexture(i,o),t.set(o,c),o.addEventListener("dispose",s),e(c.texture,o.mapping)}else return null}}return o}function s(o){const a=o.target;a.removeEventListener("dispose",s);const l=t.get(a);l!==void 0&&(t.delete(a),l.dispose())}function r(){t=new WeakMap}return{get:n,dispose:r}}const Er=4,Ld=[.125,.215,.35,.446,.526,.582],Ds=20,nh=new Aa,Ud=new _e;let ih=null,sh=0,rh=0,oh=!1;const Ls=(1+Math.sqrt(5))/2,br=1/Ls,Id=[new O(-Ls,br,0),new O(Ls,br,0),new O(-br,0,Ls),new O(br,0,Ls),new O(0,Ls,-br),new O(0,Ls,br),new O(-1,1,-1),new O(1,1,-1),new O(-1,1,1),new O(1,1,1)],yy=new O;class Nd{constructor(t){this._renderer=t,this._pingPongRenderTarget=null,this._lodMax=0,this._cubeSize=0,this._lodPlanes=[],this._sizeLods=[],this._sigmas=[],this._blurMaterial=null,this._cubemapMaterial=null,this._equirectMaterial=null,this._compileMaterial(this._blurMaterial)}fromScene(t,e=0,n=.1,s=100,r={}){const{size:o=256,position:a=yy}=r;ih=this._renderer.getRenderTarget(),sh=this._renderer.getActiveCubeFace(),rh=this._renderer.getActiveMipmapLevel(),oh=this._renderer.xr.enabled,this._renderer.xr.enabled=!1,this._setSize(o);const l=this._allocateTargets();return l.depthBuffer=!0,this._sceneToCubeUV(t,n,s,l,a),e>0&&this._blur(l,0,0,e),this._applyPMREM(l),this._cleanup(l),l}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Bd(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Od(),this._compileMaterial(this._equirectMaterial))}dispose(){this._dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose()}_setSize(t){this._lodMax=Math.floor(Math.log2(t)),this._cubeSize=Math.pow(2,this._lodMax)}_dispose(){this._blurMaterial!==null&&this._blurMaterial.dispose(),this._pingPongRenderTarget!==null&&this._pingPongRenderTarget.dispose();for(let t=0;t<this._lodPlanes.length;t++)this._lodPlanes[t].dispose()}_cleanup(t){this._renderer.setRenderTarget(ih,sh,rh),this._renderer.xr.enabled=oh,t.scissorTest=!1,Ca(t,0,0,t.width,t.height)}_fromTexture(t,e){t.mapping===er||t.mapping===nr?this._setSize(t.image.length===0?16:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4),ih=this._renderer.getRenderTarget(),sh=this._renderer.getActiveCubeFace(),rh=this._renderer.getActiveMipmapLevel(),oh=this._renderer.xr.enabled,this._renderer.xr.enabled=!1;const n=e||this._allocateTargets();return this._textureToCubeUV(t,n),this._applyPMREM(n),this._cleanup(n),n}_allocateTargets(){const t=3*Math.max(this._cubeSize,112),e=4*this._cubeSize,n={magFilter:pi,minFilter:pi,generateMipmaps:!1,type:qr,format:Zn,colorSpace:ys,depthBuffer:!1},s=Fd(t,e,n);if(this._pingPongRenderTarget===null||this._pingPongRenderTarget.width!==t||this._pingPongRenderTarget.height!==e){this._pingPongRenderTarget!==null&&this._dispose(),this._pingPongRenderTarget=Fd(t,e,n);const{_lodMax:r}=this;({sizeLods:this._sizeLods,lodPlanes:this._lodPlanes,sigmas:this._sigmas}=My(r)),this._blurMaterial=Sy(r,t,e)}return s}_compileMaterial(t){const e=new Hn(this._lodPlanes[0],t);this._renderer.compile(e,nh)}_sceneToCubeUV(t,e,n,s,r){const l=new Gn(90,1,e,n),c=[1,-1,1,1,1,1],u=[1,1,1,-1,-1,-1],h=this._renderer,f=h.autoClear,d=h.toneMapping;h.getClearColor(Ud),h.toneMapping=qi,h.autoClear=!1,h.state.buffers.depth.getReversed()&&(h.setRenderTarget(s),h.clearDepth(),h.setRenderTarget(null));const _=new Yf({name:"PMREM.Background",side:Pn,depthWrite:!1,depthTest:!1}),m=new Hn(new vr,_);let p=!1;const y=t.background;y?y.isColor&&(_.color.copy(y),t.background=null,p=!0):(_.color.copy(Ud),p=!0);for(let S=0;S<6;S++){const x=S%3;x===0?(l.up.set(0,c[S],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x+u[S],r.y,r.z)):x===1?(l.up.set(0,0,c[S]),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y+u[S],r.z)):(l.up.set(0,c[S],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y,r.z+u[S]));const C=this._cubeSize;Ca(s,x*C,S>2?C:0,C,C),h.setRenderTarget(s),p&&h.render(m,l),h.render(t,l)}m.geometry.dispose(),m.material.dispose(),h.toneMapping=d,h.autoClear=f,t.background=y}_textureToCubeUV(t,e){const n=this._renderer,s=t.mapping===er||t.mapping===nr;s?(this._cubemapMaterial===null&&(this._cubemapMaterial=Bd()),this._cubemapMaterial.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):this._equirectMaterial===null&&(this._equirectMaterial=Od());const r=s?this._cubemapMaterial:this._equirectMaterial,o=new Hn(this._lodPlanes[0],r),a=r.uniforms;a.envMap.value=t;const l=this._cubeSize;Ca(e,0,0,3*l,2*l),n.setRenderTarget(e),n.render(o,nh)}_applyPMREM(t){const e=this._renderer,n=e.autoClear;e.autoClear=!1;const s=this._lodPlanes.length;for(let r=1;r<s;r++){const o=Math.sqrt(this._sigmas[r]*this._sigmas[r]-this._sigmas[r-1]*this._sigmas[r-1]),a=Id[(s-r-1)%Id.length];this._blur(t,r-1,r,o,a)}e.autoClear=n}_blur(t,e,n,s,r){const o=this._pingPongRenderTarget;this._halfBlur(t,o,e,n,s,"latitudinal",r),this._halfBlur(o,t,n,n,s,"longitudinal",r)}_halfBlur(t,e,n,s,r,o,a){const l=this._renderer,c=this._blurMaterial;o!=="latitudinal"&&o!=="longitudinal"&&console.error("blur direction must be either latitudinal or longitudinal!");const u=3,h=new Hn(this._lodPlanes[s],c),f=c.uniforms,d=this._sizeLods[n]-1,g=isFinite(r)?Math.PI/(2*d):2*Math.PI/(2*Ds-1),_=r/g,m=isFinite(r)?1+Math.floor(u*_):Ds;m>Ds&&console.warn(`sigmaRadians, ${r}, is too large and will clip, as it requested ${m} samples when the maximum is set to ${Ds}`);const p=[];let y=0;for(let U=0;U<Ds;++U){const F=U/_,T=Math.exp(-F*F/2);p.push(T),U===0?y+=T:U<m&&(y+=2*T)}for(let U=0;U<p.length;U++)p[U]=p[U]/y;f.envMap.value=t.texture,f.samples.value=m,f.weights.value=p,f.latitudinal.value=o==="latitudinal",a&&(f.poleAxis.value=a);const{_lodMax:S}=this;f.dTheta.value=g,f.mipInt.value=S-n;const x=this._sizeLods[s],C=3*x*(s>S-Er?s-S+Er:0),A=4*(this._cubeSize-x);Ca(e,C,A,3*x,2*x),l.setRenderTarget(e),l.render(h,nh)}}function My(i){const t=[],e=[],n=[];let s=i;const r=i-Er+1+Ld.length;for(let o=0;o<r;o++){const a=Math.pow(2,s);e.push(a);let l=1/a;o>i-Er?l=Ld[o-i+Er-1]:o===0&&(l=0),n.push(l);const c=1/(a-2),u=-c,h=1+c,f=[u,u,h,u,h,h,u,u,h,h,u,h],d=6,g=6,_=3,m=2,p=1,y=new Float32Array(_*g*d),S=new Float32Array(m*g*d),x=new Float32Array(p*g*d);for(let A=0;A<d;A++){const U=A%3*2/3-1,F=A>2?0:-1,T=[U,F,0,U+2/3,F,0,U+2/3,F+1,0,U,F,0,U+2/3,F+1,0,U,F+1,0];y.set(T,_*g*A),S.set(f,m*g*A);const b=[A,A,A,A,A,A];x.set(b,p*g*A)}const C=new Ke;C.setAttribute("position",new He(y,_)),C.setAttribute("uv",new He(S,m)),C.setAttribute("faceIndex",new He(x,p)),t.push(C),s>Er&&s--}return{lodPlanes:t,sizeLods:e,sigmas:n}}function Fd(i,t,e){const n=new Ss(i,t,e);return n.texture.mapping=Wo,n.texture.name="PMREM.cubeUv",n.scissorTest=!0,n}function Ca(i,t,e,n,s){i.viewport.set(t,e,n,s),i.scissor.set(t,e,n,s)}function Sy(i,t,e){const n=new Float32Array(Ds),s=new O(0,1,0);return new Vn({name:"SphericalGaussianBlur",defines:{n:Ds,CUBEUV_TEXEL_WIDTH:1/t,CUBEUV_TEXEL_HEIGHT:1/e,CUBEUV_MAX_MIP:`${i}.0`},uniforms:{envMap:{value:null},samples:{value:1},weights:{value:n},latitudinal:{value:!1},dTheta:{value:0},mipInt:{value:0},poleAxis:{value:s}},vertexShader:ah(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;
			uniform int samples;
			uniform float weights[ n ];
			uniform bool latitudinal;
			uniform float dTheta;
			uniform float mipInt;
			uniform vec3 poleAxis;

			#define ENVMAP_TYPE_CUBE_UV
			#include <cube_uv_reflection_fragment>

			vec3 getSample( float theta, vec3 axis ) {

				float cosTheta = cos( theta );
				// Rodrigues' axis-angle rotation
				vec3 sampleDirection = vOutputDirection * cosTheta
					+ cross( axis, vOutputDirection ) * sin( theta )
					+ axis * dot( axis, vOutputDirection ) * ( 1.0 - cosTheta );

				return bilinearCubeUV( envMap, sampleDirection, mipInt );

			}

			void main() {

				vec3 axis = latitudinal ? poleAxis : cross( poleAxis, vOutputDirection );

				if ( all( equal( axis, vec3( 0.0 ) ) ) ) {

					axis = vec3( vOutputDirection.z, 0.0, - vOutputDirection.x );

				}

				axis = normalize( axis );

				gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 );
				gl_FragColor.rgb += weights[ 0 ] * getSample( 0.0, axis );

				for ( int i = 1; i < n; i++ ) {

					if ( i >= samples ) {

						break;

					}

					float theta = dTheta * float( i );
					gl_FragColor.rgb += weights[ i ] * getSample( -1.0 * theta, axis );
					gl_FragColor.rgb += weights[ i ] * getSample( theta, axis );

				}

			}
		`,blending:Yi,depthTest:!1,depthWrite:!1})}function Od(){return new Vn({name:"EquirectangularToCubeUV",uniforms:{envMap:{value:null}},vertexShader:ah(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;

			#include <common>

			void main() {

				vec3 outputDirection = normalize( vOutputDirection );
				vec2 uv = equirectUv( outputDirection );

				gl_FragColor = vec4( texture2D ( envMap, uv ).rgb, 1.0 );

			}
		`,blending:Yi,depthTest:!1,depthWrite:!1})}function Bd(){return new Vn({name:"CubemapToCubeUV",uniforms:{envMap:{value:null},flipEnvMap:{value:-1}},vertexShader:ah(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			uniform float flipEnvMap;

			varying vec3 vOutputDirection;

			uniform samplerCube envMap;

			void main() {

				gl_FragColor = textureCube( envMap, vec3( flipEnvMap * vOutputDirection.x, vOutputDirection.yz ) );

			}
		`,blending:Yi,depthTest:!1,depthWrite:!1})}function ah(){return`

		precision mediump float;
		precision mediump int;

		attribute float faceIndex;

		varying vec3 vOutputDirection;

		// RH coordinate system; PMREM face-indexing convention
		vec3 getDirection( vec2 uv, float face ) {

			uv = 2.0 * uv - 1.0;

			vec3 direction = vec3( uv, 1.0 );

			if ( face == 0.0 ) {

				direction = direction.zyx; // ( 1, v, u ) pos x

			} else if ( face == 1.0 ) {

				direction = direction.xzy;
				direction.xz *= -1.0; // ( -u, 1, -v ) pos y

			} else if ( face == 2.0 ) {

				direction.x *= -1.0; // ( -u, v, 1 ) pos z

			} else if ( face == 3.0 ) {

				direction = direction.zyx;
				direction.xz *= -1.0; // ( -1, v, -u ) neg x

			} else if ( face == 4.0 ) {

				direction = direction.xzy;
				direction.xy *= -1.0; // ( -u, -1, v ) neg y

			} else if ( face == 5.0 ) {

				direction.z *= -1.0; // ( u, v, -1 ) neg z

			}

			return direction;

		}

		void main() {

			vOutputDirection = getDirection( uv, faceIndex );
			gl_Position = vec4( position, 1.0 );

		}
	`}function Ey(i){let t=new WeakMap,e=null;function n(a){if(a&&a.isTexture){const l=a.mapping,c=l===Dl||l===Ll,u=l===er||l===nr;if(c||u){let h=t.get(a);const f=h!==void 0?h.texture.pmremVersion:0;if(a.isRenderTargetTexture&&a.pmremVersion!==f)return e===null&&(e=new Nd(i)),h=c?e.fromEquirectangular(a,h):e.fromCubemap(a,h),h.texture.pmremVersion=a.pmremVersion,t.set(a,h),h.texture;if(h!==void 0)return h.texture;{const d=a.image;return c&&d&&d.height>0||u&&d&&s(d)?(e===null&&(e=new Nd(i)),h=c?e.fromEquirectangular(a):e.fromCubemap(a),h.texture.pmremVersion=a.pmremVersion,t.set(a,h),a.addEventListener("dispose",r),h.texture):null}}}return a}function s(a){let l=0;const c=6;for(let u=0;u<c;u++)a[u]!==void 0&&l++;return l===c}function r(a){const l=a.target;l.removeEventListener("dispose",r);const c=t.get(l);c!==void 0&&(t.delete(l),c.dispose())}function o(){t=new WeakMap,e!==null&&(e.dispose(),e=null)}return{get:n,dispose:o}}function by(i){const t={};function e(n){if(t[n]!==void 0)return t[n];let s;switch(n){case"WEBGL_depth_texture":s=i.getExtension("WEBGL_depth_texture")||i.getExtension("MOZ_WEBGL_depth_texture")||i.getExtension("WEBKIT_WEBGL_depth_texture");break;case"EXT_texture_filter_anisotropic":s=i.getExtension("EXT_texture_filter_anisotropic")||i.getExtension("MOZ_EXT_texture_filter_anisotropic")||i.getExtension("WEBKIT_EXT_texture_filter_anisotropic");break;case"WEBGL_compressed_texture_s3tc":s=i.getExtension("WEBGL_compressed_texture_s3tc")||i.getExtension("MOZ_WEBGL_compressed_texture_s3tc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_s3tc");break;case"WEBGL_compressed_texture_pvrtc":s=i.getExtension("WEBGL_compressed_texture_pvrtc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_pvrtc");break;default:s=i.getExtension(n)}return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){const s=e(n);return s===null&&Jr("THREE.WebGLRenderer: "+n+" extension not supported."),s}}}function Ty(i,t,e,n){const s={},r=new WeakMap;function o(h){const f=h.target;f.index!==null&&t.remove(f.index);for(const g in f.attributes)t.remove(f.attributes[g]);f.removeEventListener("dispose",o),delete s[f.id];const d=r.get(f);d&&(t.remove(d),r.delete(f)),n.releaseStatesOfGeometry(f),f.isInstancedBufferGeometry===!0&&delete f._maxInstanceCount,e.memory.geometries--}function a(h,f){return s[f.id]===!0||(f.addEventListener("dispose",o),s[f.id]=!0,e.memory.geometries++),f}function l(h){const f=h.attributes;for(const d in f)t.update(f[d],i.ARRAY_BUFFER)}function c(h){const f=[],d=h.index,g=h.attributes.position;let _=0;if(d!==null){const y=d.array;_=d.version;for(let S=0,x=y.length;S<x;S+=3){const C=y[S+0],A=y[S+1],U=y[S+2];f.push(C,A,A,U,U,C)}}else if(g!==void 0){const y=g.array;_=g.version;for(let S=0,x=y.length/3-1;S<x;S+=3){const C=S+0,A=S+1,U=S+2;f.push(C,A,A,U,U,C)}}else return;const m=new(Lf(f)?$f:qf)(f,1);m.version=_;const p=r.get(h);p&&t.remove(p),r.set(h,m)}function u(h){const f=r.get(h);if(f){const d=h.index;d!==null&&f.version<d.version&&c(h)}else c(h);return r.get(h)}return{get:a,update:l,getWireframeAttribute:u}}function wy(i,t,e){let n;function s(f){n=f}let r,o;function a(f){r=f.type,o=f.bytesPerElement}function l(f,d){i.drawElements(n,d,r,f*o),e.update(d,n,1)}function c(f,d,g){g!==0&&(i.drawElementsInstanced(n,d,r,f*o,g),e.update(d,n,g))}function u(f,d,g){if(g===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,f,0,g);let m=0;for(let p=0;p<g;p++)m+=d[p];e.update(m,n,1)}function h(f,d,g,_){if(g===0)return;const m=t.get("WEBGL_multi_draw");if(m===null)for(let p=0;p<f.length;p++)c(f[p]/o,d[p],_[p]);else{m.multiDrawElementsInstancedWEBGL(n,d,0,r,f,0,_,0,g);let p=0;for(let y=0;y<g;y++)p+=d[y]*_[y];e.update(p,n,1)}}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=u,this.renderMultiDrawInstances=h}function Ay(i){const t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:console.error("THREE.WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function Ry(i,t,e){const n=new WeakMap,s=new Ge;function r(o,a,l){const c=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,h=u!==void 0?u.length:0;let f=n.get(a);if(f===void 0||f.count!==h){let T=function(){U.dispose(),n.delete(a),a.removeEventListener("dispose",T)};f!==void 0&&f.texture.dispose();const d=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],y=a.morphAttributes.color||[];let S=0;d===!0&&(S=1),g===!0&&(S=2),_===!0&&(S=3);let x=a.attributes.position.count*S,C=1;x>t.maxTextureSize&&(C=Math.ceil(x/t.maxTextureSize),x=t.maxTextureSize);const A=new Float32Array(x*C*4*h),U=new Ff(A,x,C,h);U.type=mi,U.needsUpdate=!0;const F=S*4;for(let b=0;b<h;b++){const P=m[b],B=p[b],H=y[b],W=x*C*4*b;for(let X=0;X<P.count;X++){const Y=X*F;d===!0&&(s.fromBufferAttribute(P,X),A[W+Y+0]=s.x,A[W+Y+1]=s.y,A[W+Y+2]=s.z,A[W+Y+3]=0),g===!0&&(s.fromBufferAttribute(B,X),A[W+Y+4]=s.x,A[W+Y+5]=s.y,A[W+Y+6]=s.z,A[W+Y+7]=0),_===!0&&(s.fromBufferAttribute(H,X),A[W+Y+8]=s.x,A[W+Y+9]=s.y,A[W+Y+10]=s.z,A[W+Y+11]=H.itemSize===4?s.w:1)}}f={count:h,texture:U,size:new Rt(x,C)},n.set(a,f),a.addEventListener("dispose",T)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let _=0;_<c.length;_++)d+=c[_];const g=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",f.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",f.size)}return{update:r}}function Cy(i,t,e,n){let s=new WeakMap;function r(l){const c=n.render.frame,u=l.geometry,h=t.get(l,u);if(s.get(h)!==c&&(t.update(h),s.set(h,c)),l.isInstancedMesh&&(l.hasEventListener("dispose",a)===!1&&l.addEventListener("dispose",a),s.get(l)!==c&&(e.update(l.instanceMatrix,i.ARRAY_BUFFER),l.instanceColor!==null&&e.update(l.instanceColor,i.ARRAY_BUFFER),s.set(l,c))),l.isSkinnedMesh){const f=l.skeleton;s.get(f)!==c&&(f.update(),s.set(f,c))}return h}function o(){s=new WeakMap}function a(l){const c=l.target;c.removeEventListener("dispose",a),e.remove(c.instanceMatrix),c.instanceColor!==null&&e.remove(c.instanceColor)}return{update:r,dispose:o}}const zd=new Mn,kd=new hd(1,1),Hd=new Ff,Vd=new i0,Gd=new nd,Wd=[],Xd=[],Yd=new Float32Array(16),qd=new Float32Array(9),$d=new Float32Array(4);function Tr(i,t,e){const n=i[0];if(n<=0||n>0)return i;const s=t*e;let r=Wd[s];if(r===void 0&&(r=new Float32Array(s),Wd[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function tn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function en(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function Pa(i,t){let e=Xd[t];e===void 0&&(e=new Int32Array(t),Xd[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function Py(i,t){const e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function Dy(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(tn(e,t))return;i.uniform2fv(this.addr,t),en(e,t)}}function Ly(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(tn(e,t))return;i.uniform3fv(this.addr,t),en(e,t)}}function Uy(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(tn(e,t))return;i.uniform4fv(this.addr,t),en(e,t)}}function Iy(i,t){const e=this.cache,n=t.elements;if(n===void 0){if(tn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),en(e,t)}else{if(tn(e,n))return;$d.set(n),i.uniformMatrix2fv(this.addr,!1,$d),en(e,n)}}function Ny(i,t){const e=this.cache,n=t.elements;if(n===void 0){if(tn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),en(e,t)}else{if(tn(e,n))return;qd.set(n),i.uniformMatrix3fv(this.addr,!1,qd),en(e,n)}}function Fy(i,t){const e=this.cache,n=t.elements;if(n===void 0){if(tn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),en(e,t)}else{if(tn(e,n))return;Yd.set(n),i.uniformMatrix4fv(this.addr,!1,Yd),en(e,n)}}function Oy(i,t){const e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function By(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(tn(e,t))return;i.uniform2iv(this.addr,t),en(e,t)}}function zy(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(tn(e,t))return;i.uniform3iv(this.addr,t),en(e,t)}}function ky(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(tn(e,t))return;i.uniform4iv(this.addr,t),en(e,t)}}function Hy(i,t){const e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function Vy(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(tn(e,t))return;i.uniform2uiv(this.addr,t),en(e,t)}}function Gy(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(tn(e,t))return;i.uniform3uiv(this.addr,t),en(e,t)}}function Wy(i,t){const e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(tn(e,t))return;i.uniform4uiv(this.addr,t),en(e,t)}}function Xy(i,t,e){const n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?(kd.compareFunction=Rf,r=kd):r=zd,e.setTexture2D(t||r,s)}function Yy(i,t,e){const n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Vd,s)}function qy(i,t,e){const n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTextureCube(t||Gd,s)}function $y(i,t,e){const n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||Hd,s)}function Ky(i){switch(i){case 5126:return Py;case 35664:return Dy;case 35665:return Ly;case 35666:return Uy;case 35674:return Iy;case 35675:return Ny;case 35676:return Fy;case 5124:case 35670:return Oy;case 35667:case 35671:return By;case 35668:case 35672:return zy;case 35669:case 35673:return ky;case 5125:return Hy;case 36294:return Vy;case 36295:return Gy;case 36296:return Wy;case 35678:case 36198:case 36298:case 36306:case 35682:return Xy;case 35679:case 36299:case 36307:return Yy;case 35680:case 36300:case 36308:case 36293:return qy;case 36289:case 36303:case 36311:case 36292:return $y}}function jy(i,t){i.uniform1fv(this.addr,t)}function Zy(i,t){const e=Tr(t,this.size,2);i.uniform2fv(this.addr,e)}function Jy(i,t){const e=Tr(t,this.size,3);i.uniform3fv(this.addr,e)}function Qy(i,t){const e=Tr(t,this.size,4);i.uniform4fv(this.addr,e)}function tM(i,t){const e=Tr(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function eM(i,t){const e=Tr(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function nM(i,t){const e=Tr(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function iM(i,t){i.uniform1iv(this.addr,t)}function sM(i,t){i.uniform2iv(this.addr,t)}function rM(i,t){i.uniform3iv(this.addr,t)}function oM(i,t){i.uniform4iv(this.addr,t)}function aM(i,t){i.uniform1uiv(this.addr,t)}function lM(i,t){i.uniform2uiv(this.addr,t)}function cM(i,t){i.uniform3uiv(this.addr,t)}function hM(i,t){i.uniform4uiv(this.addr,t)}function uM(i,t,e){const n=this.cache,s=t.length,r=Pa(e,s);tn(n,r)||(i.uniform1iv(this.addr,r),en(n,r));for(let o=0;o!==s;++o)e.setTexture2D(t[o]||zd,r[o])}function fM(i,t,e){const n=this.cache,s=t.length,r=Pa(e,s);tn(n,r)||(i.uniform1iv(this.addr,r),en(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Vd,r[o])}function dM(i,t,e){const n=this.cache,s=t.length,r=Pa(e,s);tn(n,r)||(i.uniform1iv(this.addr,r),en(n,r));for(let o=0;o!==s;++o)e.setTextureCube(t[o]||Gd,r[o])}function pM(i,t,e){const n=this.cache,s=t.length,r=Pa(e,s);tn(n,r)||(i.uniform1iv(this.addr,r),en(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||Hd,r[o])}function mM(i){switch(i){case 5126:return jy;case 35664:return Zy;case 35665:return Jy;case 35666:return Qy;case 35674:return tM;case 35675:return eM;case 35676:return nM;case 5124:case 35670:return iM;case 35667:case 35671:return sM;case 35668:case 35672:return rM;case 35669:case 35673:return oM;case 5125:return aM;case 36294:return lM;case 36295:return cM;case 36296:return hM;case 35678:case 36198:case 36298:case 36306:case 35682:return uM;case 35679:case 36299:case 36307:return fM;case 35680:case 36300:case 36308:case 36293:return dM;case 36289:case 36303:case 36311:case 36292:return pM}}class gM{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=Ky(e.type)}}class _M{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=mM(e.type)}}class vM{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){const s=this.seq;for(let r=0,o=s.length;r!==o;++r){const a=s[r];a.setValue(t,e[a.id],n)}}}const lh=/(\w+)(\])?(\[|\.)?/g;function Kd(i,t){i.seq.push(t),i.map[t.id]=t}function xM(i,t,e){const n=i.name,s=n.length;for(lh.lastIndex=0;;){const r=lh.exec(n),o=lh.lastIndex;let a=r[1];const l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Kd(e,c===void 0?new gM(a,i,t):new _M(a,i,t));break}else{let h=e.map[a];h===void 0&&(h=new vM(a),Kd(e,h)),e=h}}}class Da{constructor(t,e){this.seq=[],this.map={};const n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let s=0;s<n;++s){const r=t.getActiveUniform(e,s),o=t.getUniformLocation(e,r.name);xM(r,o,this)}}setValue(t,e,n,s){const r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){const s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){const a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){const n=[];for(let s=0,r=t.length;s!==r;++s){const o=t[s];o.id in e&&n.push(o)}return n}}function jd(i,t,e){const n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}const yM=37297;let MM=0;function SM(i,t){const e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){const a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}const Zd=new ie;function EM(i){he._getMatrix(Zd,he.workingColorSpace,i);const t=`mat3( ${Zd.elements.map(e=>e.toFixed(4))} )`;switch(he.getTransfer(i)){case jo:return[t,"LinearTransferOETF"];case Ee:return[t,"sRGBTransferOETF"];default:return console.warn("THREE.WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function Jd(i,t,e){const n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";const o=/ERROR: 0:(\d+)/.exec(r);if(o){const a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+SM(i.getShaderSource(t),a)}else return r}function bM(i,t){const e=EM(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( value.rgb * ${e[0]}, value.a ) );`,"}"].join(`
`)}function TM(i,t){let e;switch(t){case C_:e="Linear";break;case P_:e="Reinhard";break;case D_:e="Cineon";break;case L_:e="ACESFilmic";break;case I_:e="AgX";break;case N_:e="Neutral";break;case U_:e="Custom";break;default:console.warn("THREE.WebGLProgram: Unsupported toneMapping:",t),e="Linear"}return"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}const La=new O;function wM(){he.getLuminanceCoefficients(La);const i=La.x.toFixed(4),t=La.y.toFixed(4),e=La.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function AM(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(po).join(`
`)}function RM(i){const t=[];for(const e in i){const n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function CM(i,t){const e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){const r=i.getActiveAttrib(t,s),o=r.name;let a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function po(i){return i!==""}function Qd(i,t){const e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows)}function tp(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}const PM=/^[ \t]*#include +<([\w\d./]+)>/gm;function ch(i){return i.replace(PM,LM)}const DM=new Map;function LM(i,t){let e=se[t];if(e===void 0){const n=DM.get(t);if(n!==void 0)e=se[n],console.warn('THREE.WebGLRenderer: Shader chunk "%s" has been deprecated. Use "%s" instead.',t,n);else throw new Error("Can not resolve #include <"+t+">")}return ch(e)}const UM=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function ep(i){return i.replace(UM,IM)}function IM(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function np(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}function NM(i){let t="SHADOWMAP_TYPE_BASIC";return i.shadowMapType===df?t="SHADOWMAP_TYPE_PCF":i.shadowMapType===l_?t="SHADOWMAP_TYPE_PCF_SOFT":i.shadowMapType===Ci&&(t="SHADOWMAP_TYPE_VSM"),t}function FM(i){let t="ENVMAP_TYPE_CUBE";if(i.envMap)switch(i.envMapMode){case er:case nr:t="ENVMAP_TYPE_CUBE";break;case Wo:t="ENVMAP_TYPE_CUBE_UV";break}return t}function OM(i){let t="ENVMAP_MODE_REFLECTION";if(i.envMap)switch(i.envMapMode){case nr:t="ENVMAP_MODE_REFRACTION";break}return t}function BM(i){let t="ENVMAP_BLENDING_NONE";if(i.envMap)switch(i.combine){case _f:t="ENVMAP_BLENDING_MULTIPLY";break;case A_:t="ENVMAP_BLENDING_MIX";break;case R_:t="ENVMAP_BLENDING_ADD";break}return t}function zM(i){const t=i.envMapCubeUVHeight;if(t===null)return null;const e=Math.log2(t)-2,n=1/t;return{texelWidth:1/(3*Math.max(Math.pow(2,e),112)),texelHeight:n,maxMip:e}}function kM(i,t,e,n){const s=i.getContext(),r=e.defines;let o=e.vertexShader,a=e.fragmentShader;const l=NM(e),c=FM(e),u=OM(e),h=BM(e),f=zM(e),d=AM(e),g=RM(r),_=s.createProgram();let m,p,y=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(po).join(`
`),m.length>0&&(m+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(po).join(`
`),p.length>0&&(p+=`
`)):(m=[np(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+u:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(po).join(`
`),p=[np(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+u:"",e.envMap?"#define "+h:"",f?"#define CUBEUV_TEXEL_WIDTH "+f.texelWidth:"",f?"#define CUBEUV_TEXEL_HEIGHT "+f.texelHeight:"",f?"#define CUBEUV_MAX_MIP "+f.maxMip+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor||e.batchingColor?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==qi?"#define TONE_MAPPING":"",e.toneMapping!==qi?se.tonemapping_pars_fragment:"",e.toneMapping!==qi?TM("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",se.colorspace_pars_fragment,bM("linearToOutputTexel",e.outputColorSpace),wM(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(po).join(`
`)),o=ch(o),o=Qd(o,e),o=tp(o,e),a=ch(a),a=Qd(a,e),a=tp(a,e),o=ep(o),a=ep(a),e.isRawShaderMaterial!==!0&&(y=`#version 300 es
`,m=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+m,p=["#define varying in",e.glslVersion===Pf?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Pf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);const S=y+m+o,x=y+p+a,C=jd(s,s.VERTEX_SHADER,S),A=jd(s,s.FRAGMENT_SHADER,x);s.attachShader(_,C),s.attachShader(_,A),e.index0AttributeName!==void 0?s.bindAttribLocation(_,0,e.index0AttributeName):e.morphTargets===!0&&s.bindAttribLocation(_,0,"position"),s.linkProgram(_);function U(P){if(i.debug.checkShaderErrors){const B=s.getProgramInfoLog(_)||"",H=s.getShaderInfoLog(C)||"",W=s.getShaderInfoLog(A)||"",X=B.trim(),Y=H.trim(),J=W.trim();let Q=!0,at=!0;if(s.getProgramParameter(_,s.LINK_STATUS)===!1)if(Q=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,_,C,A);else{const K=Jd(s,C,"vertex"),ut=Jd(s,A,"fragment");console.error("THREE.WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(_,s.VALIDATE_STATUS)+`

Material Name: `+P.name+`
Material Type: `+P.type+`

Program Info Log: `+X+`
`+K+`
`+ut)}else X!==""?console.warn("THREE.WebGLProgram: Program Info Log:",X):(Y===""||J==="")&&(at=!1);at&&(P.diagnostics={runnable:Q,programLog:X,vertexShader:{log:Y,prefix:m},fragmentShader:{log:J,prefix:p}})}s.deleteShader(C),s.deleteShader(A),F=new Da(s,_),T=CM(s,_)}let F;this.getUniforms=function(){return F===void 0&&U(this),F};let T;this.getAttributes=function(){return T===void 0&&U(this),T};let b=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return b===!1&&(b=s.getProgramParameter(_,yM)),b},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(_),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=MM++,this.cacheKey=t,this.usedTimes=1,this.program=_,this.vertexShader=C,this.fragmentShader=A,this}let HM=0;class VM{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t){const e=t.vertexShader,n=t.fragmentShader,s=this._getShaderStage(e),r=this._getShaderStage(n),o=this._getShaderCacheForMaterial(t);return o.has(s)===!1&&(o.add(s),s.usedTimes++),o.has(r)===!1&&(o.add(r),r.usedTimes++),this}remove(t){const e=this.materialCache.get(t);for(const n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderID(t){return this._getShaderStage(t.vertexShader).id}getFragmentShaderID(t){return this._getShaderStage(t.fragmentShader).id}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){const e=this.materialCache;let n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){const e=this.shaderCache;let n=e.get(t);return n===void 0&&(n=new GM(t),e.set(t,n)),n}}class GM{constructor(t){this.id=HM++,this.code=t,this.usedTimes=0}}function WM(i,t,e,n,s,r,o){const a=new Rc,l=new VM,c=new Set,u=[],h=s.logarithmicDepthBuffer,f=s.vertexTextures;let d=s.precision;const g={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distanceRGBA",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function _(T){return c.add(T),T===0?"uv":`uv${T}`}function m(T,b,P,B,H){const W=B.fog,X=H.geometry,Y=T.isMeshStandardMaterial?B.environment:null,J=(T.isMeshStandardMaterial?e:t).get(T.envMap||Y),Q=J&&J.mapping===Wo?J.image.height:null,at=g[T.type];T.precision!==null&&(d=s.getMaxPrecision(T.precision),d!==T.precision&&console.warn("THREE.WebGLProgram.getParameters:",T.precision,"not supported, using",d,"instead."));const K=X.morphAttributes.position||X.morphAttributes.normal||X.morphAttributes.color,ut=K!==void 0?K.length:0;let xt=0;X.morphAttributes.position!==void 0&&(xt=1),X.morphAttributes.normal!==void 0&&(xt=2),X.morphAttributes.color!==void 0&&(xt=3);let gt,qt,$t,tt;if(at){const de=vi[at];gt=de.vertexShader,qt=de.fragmentShader}else gt=T.vertexShader,qt=T.fragmentShader,l.update(T),$t=l.getVertexShaderID(T),tt=l.getFragmentShaderID(T);const nt=i.getRenderTarget(),bt=i.state.buffers.depth.getReversed(),kt=H.isInstancedMesh===!0,yt=H.isBatchedMesh===!0,Qt=!!T.map,De=!!T.matcap,I=!!J,ue=!!T.aoMap,jt=!!T.lightMap,Wt=!!T.bumpMap,Nt=!!T.normalMap,Me=!!T.displacementMap,Pt=!!T.emissiveMap,Gt=!!T.metalnessMap,Fe=!!T.roughnessMap,ve=T.anisotropy>0,D=T.clearcoat>0,M=T.dispersion>0,N=T.iridescence>0,j=T.sheen>0,it=T.transmission>0,et=ve&&!!T.anisotropyMap,Ft=D&&!!T.clearcoatMap,ft=D&&!!T.clearcoatNormalMap,Lt=D&&!!T.clearcoatRoughnessMap,At=N&&!!T.iridescenceMap,lt=N&&!!T.iridescenceThicknessMap,vt=j&&!!T.sheenColorMap,zt=j&&!!T.sheenRoughnessMap,Bt=!!T.specularMap,Mt=!!T.specularColorMap,Jt=!!T.specularIntensityMap,z=it&&!!T.transmissionMap,dt=it&&!!T.thicknessMap,mt=!!T.gradientMap,Dt=!!T.alphaMap,ht=T.alphaTest>0,rt=!!T.alphaHash,Ot=!!T.extensions;let te=qi;T.toneMapped&&(nt===null||nt.isXRRenderTarget===!0)&&(te=i.toneMapping);const Te={shaderID:at,shaderType:T.type,shaderName:T.name,vertexShader:gt,fragmentShader:qt,defines:T.defines,customVertexShaderID:$t,customFragmentShaderID:tt,isRawShaderMaterial:T.isRawShaderMaterial===!0,glslVersion:T.glslVersion,precision:d,batching:yt,batchingColor:yt&&H._colorsTexture!==null,instancing:kt,instancingColor:kt&&H.instanceColor!==null,instancingMorph:kt&&H.morphTexture!==null,supportsVertexTextures:f,outputColorSpace:nt===null?i.outputColorSpace:nt.isXRRenderTarget===!0?nt.texture.colorSpace:ys,alphaToCoverage:!!T.alphaToCoverage,map:Qt,matcap:De,envMap:I,envMapMode:I&&J.mapping,envMapCubeUVHeight:Q,aoMap:ue,lightMap:jt,bumpMap:Wt,normalMap:Nt,displacementMap:f&&Me,emissiveMap:Pt,normalMapObjectSpace:Nt&&T.normalMapType===k_,normalMapTangentSpace:Nt&&T.normalMapType===z_,metalnessMap:Gt,roughnessMap:Fe,anisotropy:ve,anisotropyMap:et,clearcoat:D,clearcoatMap:Ft,clearcoatNormalMap:ft,clearcoatRoughnessMap:Lt,dispersion:M,iridescence:N,iridescenceMap:At,iridescenceThicknessMap:lt,sheen:j,sheenColorMap:vt,sheenRoughnessMap:zt,specularMap:Bt,specularColorMap:Mt,specularIntensityMap:Jt,transmission:it,transmissionMap:z,thicknessMap:dt,gradientMap:mt,opaque:T.transparent===!1&&T.blending===Qs&&T.alphaToCoverage===!1,alphaMap:Dt,alphaTest:ht,alphaHash:rt,combine:T.combine,mapUv:Qt&&_(T.map.channel),aoMapUv:ue&&_(T.aoMap.channel),lightMapUv:jt&&_(T.lightMap.channel),bumpMapUv:Wt&&_(T.bumpMap.channel),normalMapUv:Nt&&_(T.normalMap.channel),displacementMapUv:Me&&_(T.displacementMap.channel),emissiveMapUv:Pt&&_(T.emissiveMap.channel),metalnessMapUv:Gt&&_(T.metalnessMap.channel),roughnessMapUv:Fe&&_(T.roughnessMap.channel),anisotropyMapUv:et&&_(T.anisotropyMap.channel),clearcoatMapUv:Ft&&_(T.clearcoatMap.channel),clearcoatNormalMapUv:ft&&_(T.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:Lt&&_(T.clearcoatRoughnessMap.channel),iridescenceMapUv:At&&_(T.iridescenceMap.channel),iridescenceThicknessMapUv:lt&&_(T.iridescenceThicknessMap.channel),sheenColorMapUv:vt&&_(T.sheenColorMap.channel),sheenRoughnessMapUv:zt&&_(T.sheenRoughnessMap.channel),specularMapUv:Bt&&_(T.specularMap.channel),specularColorMapUv:Mt&&_(T.specularColorMap.channel),specularIntensityMapUv:Jt&&_(T.specularIntensityMap.channel),transmissionMapUv:z&&_(T.transmissionMap.channel),thicknessMapUv:dt&&_(T.thicknessMap.channel),alphaMapUv:Dt&&_(T.alphaMap.channel),vertexTangents:!!X.attributes.tangent&&(Nt||ve),vertexColors:T.vertexColors,vertexAlphas:T.vertexColors===!0&&!!X.attributes.color&&X.attributes.color.itemSize===4,pointsUvs:H.isPoints===!0&&!!X.attributes.uv&&(Qt||Dt),fog:!!W,useFog:T.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:T.flatShading===!0&&T.wireframe===!1,sizeAttenuation:T.sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:bt,skinning:H.isSkinnedMesh===!0,morphTargets:X.morphAttributes.position!==void 0,morphNormals:X.morphAttributes.normal!==void 0,morphColors:X.morphAttributes.color!==void 0,morphTargetsCount:ut,morphTextureStride:xt,numDirLights:b.directional.length,numPointLights:b.point.length,numSpotLights:b.spot.length,numSpotLightMaps:b.spotLightMap.length,numRectAreaLights:b.rectArea.length,numHemiLights:b.hemi.length,numDirLightShadows:b.directionalShadowMap.length,numPointLightShadows:b.pointShadowMap.length,numSpotLightShadows:b.spotShadowMap.length,numSpotLightShadowsWithMaps:b.numSpotLightShadowsWithMaps,numLightProbes:b.numLightProbes,numClippingPlanes:o.numPlanes,numClipIntersection:o.numIntersection,dithering:T.dithering,shadowMapEnabled:i.shadowMap.enabled&&P.length>0,shadowMapType:i.shadowMap.type,toneMapping:te,decodeVideoTexture:Qt&&T.map.isVideoTexture===!0&&he.getTransfer(T.map.colorSpace)===Ee,decodeVideoTextureEmissive:Pt&&T.emissiveMap.isVideoTexture===!0&&he.getTransfer(T.emissiveMap.colorSpace)===Ee,premultipliedAlpha:T.premultipliedAlpha,doubleSided:T.side===Pi,flipSided:T.side===Pn,useDepthPacking:T.depthPacking>=0,depthPacking:T.depthPacking||0,index0AttributeName:T.index0AttributeName,extensionClipCullDistance:Ot&&T.extensions.clipCullDistance===!0&&n.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Ot&&T.extensions.multiDraw===!0||yt)&&n.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:n.has("KHR_parallel_shader_compile"),customProgramCacheKey:T.customProgramCacheKey()};return Te.vertexUv1s=c.has(1),Te.vertexUv2s=c.has(2),Te.vertexUv3s=c.has(3),c.clear(),Te}function p(T){const b=[];if(T.shaderID?b.push(T.shaderID):(b.push(T.customVertexShaderID),b.push(T.customFragmentShaderID)),T.defines!==void 0)for(const P in T.defines)b.push(P),b.push(T.defines[P]);return T.isRawShaderMaterial===!1&&(y(b,T),S(b,T),b.push(i.outputColorSpace)),b.push(T.customProgramCacheKey),b.join()}function y(T,b){T.push(b.precision),T.push(b.outputColorSpace),T.push(b.envMapMode),T.push(b.envMapCubeUVHeight),T.push(b.mapUv),T.push(b.alphaMapUv),T.push(b.lightMapUv),T.push(b.aoMapUv),T.push(b.bumpMapUv),T.push(b.normalMapUv),T.push(b.displacementMapUv),T.push(b.emissiveMapUv),T.push(b.metalnessMapUv),T.push(b.roughnessMapUv),T.push(b.anisotropyMapUv),T.push(b.clearcoatMapUv),T.push(b.clearcoatNormalMapUv),T.push(b.clearcoatRoughnessMapUv),T.push(b.iridescenceMapUv),T.push(b.iridescenceThicknessMapUv),T.push(b.sheenColorMapUv),T.push(b.sheenRoughnessMapUv),T.push(b.specularMapUv),T.push(b.specularColorMapUv),T.push(b.specularIntensityMapUv),T.push(b.transmissionMapUv),T.push(b.thicknessMapUv),T.push(b.combine),T.push(b.fogExp2),T.push(b.sizeAttenuation),T.push(b.morphTargetsCount),T.push(b.morphAttributeCount),T.push(b.numDirLights),T.push(b.numPointLights),T.push(b.numSpotLights),T.push(b.numSpotLightMaps),T.push(b.numHemiLights),T.push(b.numRectAreaLights),T.push(b.numDirLightShadows),T.push(b.numPointLightShadows),T.push(b.numSpotLightShadows),T.push(b.numSpotLightShadowsWithMaps),T.push(b.numLightProbes),T.push(b.shadowMapType),T.push(b.toneMapping),T.push(b.numClippingPlanes),T.push(b.numClipIntersection),T.push(b.depthPacking)}function S(T,b){a.disableAll(),b.supportsVertexTextures&&a.enable(0),b.instancing&&a.enable(1),b.instancingColor&&a.enable(2),b.instancingMorph&&a.enable(3),b.matcap&&a.enable(4),b.envMap&&a.enable(5),b.normalMapObjectSpace&&a.enable(6),b.normalMapTangentSpace&&a.enable(7),b.clearcoat&&a.enable(8),b.iridescence&&a.enable(9),b.alphaTest&&a.enable(10),b.vertexColors&&a.enable(11),b.vertexAlphas&&a.enable(12),b.vertexUv1s&&a.enable(13),b.vertexUv2s&&a.enable(14),b.vertexUv3s&&a.enable(15),b.vertexTangents&&a.enable(16),b.anisotropy&&a.enable(17),b.alphaHash&&a.enable(18),b.batching&&a.enable(19),b.dispersion&&a.enable(20),b.batchingColor&&a.enable(21),b.gradientMap&&a.enable(22),T.push(a.mask),a.disableAll(),b.fog&&a.enable(0),b.useFog&&a.enable(1),b.flatShading&&a.enable(2),b.logarithmicDepthBuffer&&a.enable(3),b.reversedDepthBuffer&&a.enable(4),b.skinning&&a.enable(5),b.morphTargets&&a.enable(6),b.morphNormals&&a.enable(7),b.morphColors&&a.enable(8),b.premultipliedAlpha&&a.enable(9),b.shadowMapEnabled&&a.enable(10),b.doubleSided&&a.enable(11),b.flipSided&&a.enable(12),b.useDepthPacking&&a.enable(13),b.dithering&&a.enable(14),b.transmission&&a.enable(15),b.sheen&&a.enable(16),b.opaque&&a.enable(17),b.pointsUvs&&a.enable(18),b.decodeVideoTexture&&a.enable(19),b.decodeVideoTextureEmissive&&a.enable(20),b.alphaToCoverage&&a.enable(21),T.push(a.mask)}function x(T){const b=g[T.type];let P;if(b){const B=vi[b];P=g0.clone(B.uniforms)}else P=T.uniforms;return P}function C(T,b){let P;for(let B=0,H=u.length;B<H;B++){const W=u[B];if(W.cacheKey===b){P=W,++P.usedTimes;break}}return P===void 0&&(P=new kM(i,b,T,r),u.push(P)),P}function A(T){if(--T.usedTimes===0){const b=u.indexOf(T);u[b]=u[u.length-1],u.pop(),T.destroy()}}function U(T){l.remove(T)}function F(){l.dispose()}return{getParameters:m,getProgramCacheKey:p,getUniforms:x,acquireProgram:C,releaseProgram:A,releaseShaderCache:U,programs:u,dispose:F}}function XM(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function YM(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.z!==t.z?i.z-t.z:i.id-t.id}function ip(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function sp(){const i=[];let t=0;const e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(h,f,d,g,_,m){let p=i[t];return p===void 0?(p={id:h.id,object:h,geometry:f,material:d,groupOrder:g,renderOrder:h.renderOrder,z:_,group:m},i[t]=p):(p.id=h.id,p.object=h,p.geometry=f,p.material=d,p.groupOrder=g,p.renderOrder=h.renderOrder,p.z=_,p.group=m),t++,p}function a(h,f,d,g,_,m){const p=o(h,f,d,g,_,m);d.transmission>0?n.push(p):d.transparent===!0?s.push(p):e.push(p)}function l(h,f,d,g,_,m){const p=o(h,f,d,g,_,m);d.transmission>0?n.unshift(p):d.transparent===!0?s.unshift(p):e.unshift(p)}function c(h,f){e.length>1&&e.sort(h||YM),n.length>1&&n.sort(f||ip),s.length>1&&s.sort(f||ip)}function u(){for(let h=t,f=i.length;h<f;h++){const d=i[h];if(d.id===null)break;d.id=null,d.object=null,d.geometry=null,d.material=null,d.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:a,unshift:l,finish:u,sort:c}}function qM(){let i=new WeakMap;function t(n,s){const r=i.get(n);let o;return r===void 0?(o=new sp,i.set(n,[o])):s>=r.length?(o=new sp,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function $M(){const i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={direction:new O,color:new _e};break;case"SpotLight":e={position:new O,direction:new O,color:new _e,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new O,color:new _e,distance:0,decay:0};break;case"HemisphereLight":e={direction:new O,skyColor:new _e,groundColor:new _e};break;case"RectAreaLight":e={color:new _e,position:new O,halfWidth:new O,halfHeight:new O};break}return i[t.id]=e,e}}}function KM(){const i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Rt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Rt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Rt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}let jM=0;function ZM(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function JM(i){const t=new $M,e=KM(),n={version:0,hash:{directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new O);const s=new O,r=new Ce,o=new Ce;function a(c){let u=0,h=0,f=0;for(let T=0;T<9;T++)n.probe[T].set(0,0,0);let d=0,g=0,_=0,m=0,p=0,y=0,S=0,x=0,C=0,A=0,U=0;c.sort(ZM);for(let T=0,b=c.length;T<b;T++){const P=c[T],B=P.color,H=P.intensity,W=P.distance,X=P.shadow&&P.shadow.map?P.shadow.map.texture:null;if(P.isAmbientLight)u+=B.r*H,h+=B.g*H,f+=B.b*H;else if(P.isLightProbe){for(let Y=0;Y<9;Y++)n.probe[Y].addScaledVector(P.sh.coefficients[Y],H);U++}else if(P.isDirectionalLight){const Y=t.get(P);if(Y.color.copy(P.color).multiplyScalar(P.intensity),P.castShadow){const J=P.shadow,Q=e.get(P);Q.shadowIntensity=J.intensity,Q.shadowBias=J.bias,Q.shadowNormalBias=J.normalBias,Q.shadowRadius=J.radius,Q.shadowMapSize=J.mapSize,n.directionalShadow[d]=Q,n.directionalShadowMap[d]=X,n.directionalShadowMatrix[d]=P.shadow.matrix,y++}n.directional[d]=Y,d++}else if(P.isSpotLight){const Y=t.get(P);Y.position.setFromMatrixPosition(P.matrixWorld),Y.color.copy(B).multiplyScalar(H),Y.distance=W,Y.coneCos=Math.cos(P.angle),Y.penumbraCos=Math.cos(P.angle*(1-P.penumbra)),Y.decay=P.decay,n.spot[_]=Y;const J=P.shadow;if(P.map&&(n.spotLightMap[C]=P.map,C++,J.updateMatrices(P),P.castShadow&&A++),n.spotLightMatrix[_]=J.matrix,P.castShadow){const Q=e.get(P);Q.shadowIntensity=J.intensity,Q.shadowBias=J.bias,Q.shadowNormalBias=J.normalBias,Q.shadowRadius=J.radius,Q.shadowMapSize=J.mapSize,n.spotShadow[_]=Q,n.spotShadowMap[_]=X,x++}_++}else if(P.isRectAreaLight){const Y=t.get(P);Y.color.copy(B).multiplyScalar(H),Y.halfWidth.set(P.width*.5,0,0),Y.halfHeight.set(0,P.height*.5,0),n.rectArea[m]=Y,m++}else if(P.isPointLight){const Y=t.get(P);if(Y.color.copy(P.color).multiplyScalar(P.intensity),Y.distance=P.distance,Y.decay=P.decay,P.castShadow){const J=P.shadow,Q=e.get(P);Q.shadowIntensity=J.intensity,Q.shadowBias=J.bias,Q.shadowNormalBias=J.normalBias,Q.shadowRadius=J.radius,Q.shadowMapSize=J.mapSize,Q.shadowCameraNear=J.camera.near,Q.shadowCameraFar=J.camera.far,n.pointShadow[g]=Q,n.pointShadowMap[g]=X,n.pointShadowMatrix[g]=P.shadow.matrix,S++}n.point[g]=Y,g++}else if(P.isHemisphereLight){const Y=t.get(P);Y.skyColor.copy(P.color).multiplyScalar(H),Y.groundColor.copy(P.groundColor).multiplyScalar(H),n.hemi[p]=Y,p++}}m>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Et.LTC_FLOAT_1,n.rectAreaLTC2=Et.LTC_FLOAT_2):(n.rectAreaLTC1=Et.LTC_HALF_1,n.rectAreaLTC2=Et.LTC_HALF_2)),n.ambient[0]=u,n.ambient[1]=h,n.ambient[2]=f;const F=n.hash;(F.directionalLength!==d||F.pointLength!==g||F.spotLength!==_||F.rectAreaLength!==m||F.hemiLength!==p||F.numDirectionalShadows!==y||F.numPointShadows!==S||F.numSpotShadows!==x||F.numSpotMaps!==C||F.numLightProbes!==U)&&(n.directional.length=d,n.spot.length=_,n.rectArea.length=m,n.point.length=g,n.hemi.length=p,n.directionalShadow.length=y,n.directionalShadowMap.length=y,n.pointShadow.length=S,n.pointShadowMap.length=S,n.spotShadow.length=x,n.spotShadowMap.length=x,n.directionalShadowMatrix.length=y,n.pointShadowMatrix.length=S,n.spotLightMatrix.length=x+C-A,n.spotLightMap.length=C,n.numSpotLightShadowsWithMaps=A,n.numLightProbes=U,F.directionalLength=d,F.pointLength=g,F.spotLength=_,F.rectAreaLength=m,F.hemiLength=p,F.numDirectionalShadows=y,F.numPointShadows=S,F.numSpotShadows=x,F.numSpotMaps=C,F.numLightProbes=U,n.version=jM++)}function l(c,u){let h=0,f=0,d=0,g=0,_=0;const m=u.matrixWorldInverse;for(let p=0,y=c.length;p<y;p++){const S=c[p];if(S.isDirectionalLight){const x=n.directional[h];x.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),x.direction.sub(s),x.direction.transformDirection(m),h++}else if(S.isSpotLight){const x=n.spot[d];x.position.setFromMatrixPosition(S.matrixWorld),x.position.applyMatrix4(m),x.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),x.direction.sub(s),x.direction.transformDirection(m),d++}else if(S.isRectAreaLight){const x=n.rectArea[g];x.position.setFromMatrixPosition(S.matrixWorld),x.position.applyMatrix4(m),o.identity(),r.copy(S.matrixWorld),r.premultiply(m),o.extractRotation(r),x.halfWidth.set(S.width*.5,0,0),x.halfHeight.set(0,S.height*.5,0),x.halfWidth.applyMatrix4(o),x.halfHeight.applyMatrix4(o),g++}else if(S.isPointLight){const x=n.point[f];x.position.setFromMatrixPosition(S.matrixWorld),x.position.applyMatrix4(m),f++}else if(S.isHemisphereLight){const x=n.hemi[_];x.direction.setFromMatrixPosition(S.matrixWorld),x.direction.transformDirection(m),_++}}}return{setup:a,setupView:l,state:n}}function rp(i){const t=new JM(i),e=[],n=[];function s(u){c.camera=u,e.length=0,n.length=0}function r(u){e.push(u)}function o(u){n.push(u)}function a(){t.setup(e)}function l(u){t.setupView(e,u)}const c={lightsArray:e,shadowsArray:n,camera:null,lights:t,transmissionRenderTarget:{}};return{init:s,state:c,setupLights:a,setupLightsView:l,pushLight:r,pushShadow:o}}function QM(i){let t=new WeakMap;function e(s,r=0){const o=t.get(s);let a;return o===void 0?(a=new rp(i),t.set(s,[a])):r>=o.length?(a=new rp(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}const tS=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,eS=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
#include <packing>
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = unpackRGBATo2Half( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ) );
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = unpackRGBAToDepth( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ) );
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( squared_mean - mean * mean );
	gl_FragColor = pack2HalfToRGBA( vec2( mean, std_dev ) );
}`;function nS(i,t,e){let n=new id;const s=new Rt,r=new Rt,o=new Ge,a=new av({depthPacking:B_}),l=new lv,c={},u=e.maxTextureSize,h={[Xi]:Pn,[Pn]:Xi,[Pi]:Pi},f=new Vn({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Rt},radius:{value:4}},vertexShader:tS,fragmentShader:eS}),d=f.clone();d.defines.HORIZONTAL_PASS=1;const g=new Ke;g.setAttribute("position",new He(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));const _=new Hn(g,f),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=df;let p=this.type;this.render=function(A,U,F){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||A.length===0)return;const T=i.getRenderTarget(),b=i.getActiveCubeFace(),P=i.getActiveMipmapLevel(),B=i.state;B.setBlending(Yi),B.buffers.depth.getReversed()===!0?B.buffers.color.setClear(0,0,0,0):B.buffers.color.setClear(1,1,1,1),B.buffers.depth.setTest(!0),B.setScissorTest(!1);const H=p!==Ci&&this.type===Ci,W=p===Ci&&this.type!==Ci;for(let X=0,Y=A.length;X<Y;X++){const J=A[X],Q=J.shadow;if(Q===void 0){console.warn("THREE.WebGLShadowMap:",J,"has no shadow.");continue}if(Q.autoUpdate===!1&&Q.needsUpdate===!1)continue;s.copy(Q.mapSize);const at=Q.getFrameExtents();if(s.multiply(at),r.copy(Q.mapSize),(s.x>u||s.y>u)&&(s.x>u&&(r.x=Math.floor(u/at.x),s.x=r.x*at.x,Q.mapSize.x=r.x),s.y>u&&(r.y=Math.floor(u/at.y),s.y=r.y*at.y,Q.mapSize.y=r.y)),Q.map===null||H===!0||W===!0){const ut=this.type!==Ci?{minFilter:Dn,magFilter:Dn}:{};Q.map!==null&&Q.map.dispose(),Q.map=new Ss(s.x,s.y,ut),Q.map.texture.name=J.name+".shadowMap",Q.camera.updateProjectionMatrix()}i.setRenderTarget(Q.map),i.clear();const K=Q.getViewportCount();for(let ut=0;ut<K;ut++){const xt=Q.getViewport(ut);o.set(r.x*xt.x,r.y*xt.y,r.x*xt.z,r.y*xt.w),B.viewport(o),Q.updateMatrices(J,ut),n=Q.getFrustum(),x(U,F,Q.camera,J,this.type)}Q.isPointLightShadow!==!0&&this.type===Ci&&y(Q,F),Q.needsUpdate=!1}p=this.type,m.needsUpdate=!1,i.setRenderTarget(T,b,P)};function y(A,U){const F=t.update(_);f.defines.VSM_SAMPLES!==A.blurSamples&&(f.defines.VSM_SAMPLES=A.blurSamples,d.defines.VSM_SAMPLES=A.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),A.mapPass===null&&(A.mapPass=new Ss(s.x,s.y)),f.uniforms.shadow_pass.value=A.map.texture,f.uniforms.resolution.value=A.mapSize,f.uniforms.radius.value=A.radius,i.setRenderTarget(A.mapPass),i.clear(),i.renderBufferDirect(U,null,F,f,_,null),d.uniforms.shadow_pass.value=A.mapPass.texture,d.uniforms.resolution.value=A.mapSize,d.uniforms.radius.value=A.radius,i.setRenderTarget(A.map),i.clear(),i.renderBufferDirect(U,null,F,d,_,null)}function S(A,U,F,T){let b=null;const P=F.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(P!==void 0)b=P;else if(b=F.isPointLight===!0?l:a,i.localClippingEnabled&&U.clipShadows===!0&&Array.isArray(U.clippingPlanes)&&U.clippingPlanes.length!==0||U.displacementMap&&U.displacementScale!==0||U.alphaMap&&U.alphaTest>0||U.map&&U.alphaTest>0||U.alphaToCoverage===!0){const B=b.uuid,H=U.uuid;let W=c[B];W===void 0&&(W={},c[B]=W);let X=W[H];X===void 0&&(X=b.clone(),W[H]=X,U.addEventListener("dispose",C)),b=X}if(b.visible=U.visible,b.wireframe=U.wireframe,T===Ci?b.side=U.shadowSide!==null?U.shadowSide:U.side:b.side=U.shadowSide!==null?U.shadowSide:h[U.side],b.alphaMap=U.alphaMap,b.alphaTest=U.alphaToCoverage===!0?.5:U.alphaTest,b.map=U.map,b.clipShadows=U.clipShadows,b.clippingPlanes=U.clippingPlanes,b.clipIntersection=U.clipIntersection,b.displacementMap=U.displacementMap,b.displacementScale=U.displacementScale,b.displacementBias=U.displacementBias,b.wireframeLinewidth=U.wireframeLinewidth,b.linewidth=U.linewidth,F.isPointLight===!0&&b.isMeshDistanceMaterial===!0){const B=i.properties.get(b);B.light=F}return b}function x(A,U,F,T,b){if(A.visible===!1)return;if(A.layers.test(U.layers)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&b===Ci)&&(!A.frustumCulled||n.intersectsObject(A))){A.modelViewMatrix.multiplyMatrices(F.matrixWorldInverse,A.matrixWorld);const H=t.update(A),W=A.material;if(Array.isArray(W)){const X=H.groups;for(let Y=0,J=X.length;Y<J;Y++){const Q=X[Y],at=W[Q.materialIndex];if(at&&at.visible){const K=S(A,at,T,b);A.onBeforeShadow(i,A,U,F,H,K,Q),i.renderBufferDirect(F,null,H,K,A,Q),A.onAfterShadow(i,A,U,F,H,K,Q)}}}else if(W.visible){const X=S(A,W,T,b);A.onBeforeShadow(i,A,U,F,H,X,null),i.renderBufferDirect(F,null,H,X,A,null),A.onAfterShadow(i,A,U,F,H,X,null)}}const B=A.children;for(let H=0,W=B.length;H<W;H++)x(B[H],U,F,T,b)}function C(A){A.target.removeEventListener("dispose",C);for(const F in c){const T=c[F],b=A.target.uuid;b in T&&(T[b].dispose(),delete T[b])}}}const iS={[bl]:Tl,[wl]:Cl,[Al]:Pl,[tr]:Rl,[Tl]:bl,[Cl]:wl,[Pl]:Al,[Rl]:tr};function sS(i,t){function e(){let z=!1;const dt=new Ge;let mt=null;const Dt=new Ge(0,0,0,0);return{setMask:function(ht){mt!==ht&&!z&&(i.colorMask(ht,ht,ht,ht),mt=ht)},setLocked:function(ht){z=ht},setClear:function(ht,rt,Ot,te,Te){Te===!0&&(ht*=te,rt*=te,Ot*=te),dt.set(ht,rt,Ot,te),Dt.equals(dt)===!1&&(i.clearColor(ht,rt,Ot,te),Dt.copy(dt))},reset:function(){z=!1,mt=null,Dt.set(-1,0,0,0)}}}function n(){let z=!1,dt=!1,mt=null,Dt=null,ht=null;return{setReversed:function(rt){if(dt!==rt){const Ot=t.get("EXT_clip_control");rt?Ot.clipControlEXT(Ot.LOWER_LEFT_EXT,Ot.ZERO_TO_ONE_EXT):Ot.clipControlEXT(Ot.LOWER_LEFT_EXT,Ot.NEGATIVE_ONE_TO_ONE_EXT),dt=rt;const te=ht;ht=null,this.setClear(te)}},getReversed:function(){return dt},setTest:function(rt){rt?nt(i.DEPTH_TEST):bt(i.DEPTH_TEST)},setMask:function(rt){mt!==rt&&!z&&(i.depthMask(rt),mt=rt)},setFunc:function(rt){if(dt&&(rt=iS[rt]),Dt!==rt){switch(rt){case bl:i.depthFunc(i.NEVER);break;case Tl:i.depthFunc(i.ALWAYS);break;case wl:i.depthFunc(i.LESS);break;case tr:i.depthFunc(i.LEQUAL);break;case Al:i.depthFunc(i.EQUAL);break;case Rl:i.depthFunc(i.GEQUAL);break;case Cl:i.depthFunc(i.GREATER);break;case Pl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Dt=rt}},setLocked:function(rt){z=rt},setClear:function(rt){ht!==rt&&(dt&&(rt=1-rt),i.clearDepth(rt),ht=rt)},reset:function(){z=!1,mt=null,Dt=null,ht=null,dt=!1}}}function s(){let z=!1,dt=null,mt=null,Dt=null,ht=null,rt=null,Ot=null,te=null,Te=null;return{setTest:function(de){z||(de?nt(i.STENCIL_TEST):bt(i.STENCIL_TEST))},setMask:function(de){dt!==de&&!z&&(i.stencilMask(de),dt=de)},setFunc:function(de,dn,Pe){(mt!==de||Dt!==dn||ht!==Pe)&&(i.stencilFunc(de,dn,Pe),mt=de,Dt=dn,ht=Pe)},setOp:function(de,dn,Pe){(rt!==de||Ot!==dn||te!==Pe)&&(i.stencilOp(de,dn,Pe),rt=de,Ot=dn,te=Pe)},setLocked:function(de){z=de},setClear:function(de){Te!==de&&(i.clearStencil(de),Te=de)},reset:function(){z=!1,dt=null,mt=null,Dt=null,ht=null,rt=null,Ot=null,te=null,Te=null}}}const r=new e,o=new n,a=new s,l=new WeakMap,c=new WeakMap;let u={},h={},f=new WeakMap,d=[],g=null,_=!1,m=null,p=null,y=null,S=null,x=null,C=null,A=null,U=new _e(0,0,0),F=0,T=!1,b=null,P=null,B=null,H=null,W=null;const X=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS);let Y=!1,J=0;const Q=i.getParameter(i.VERSION);Q.indexOf("WebGL")!==-1?(J=parseFloat(/^WebGL (\d)/.exec(Q)[1]),Y=J>=1):Q.indexOf("OpenGL ES")!==-1&&(J=parseFloat(/^OpenGL ES (\d)/.exec(Q)[1]),Y=J>=2);let at=null,K={};const ut=i.getParameter(i.SCISSOR_BOX),xt=i.getParameter(i.VIEWPORT),gt=new Ge().fromArray(ut),qt=new Ge().fromArray(xt);function $t(z,dt,mt,Dt){const ht=new Uint8Array(4),rt=i.createTexture();i.bindTexture(z,rt),i.texParameteri(z,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(z,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ot=0;Ot<mt;Ot++)z===i.TEXTURE_3D||z===i.TEXTURE_2D_ARRAY?i.texImage3D(dt,0,i.RGBA,1,1,Dt,0,i.RGBA,i.UNSIGNED_BYTE,ht):i.texImage2D(dt+Ot,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ht);return rt}const tt={};tt[i.TEXTURE_2D]=$t(i.TEXTURE_2D,i.TEXTURE_2D,1),tt[i.TEXTURE_CUBE_MAP]=$t(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),tt[i.TEXTURE_2D_ARRAY]=$t(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),tt[i.TEXTURE_3D]=$t(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),nt(i.DEPTH_TEST),o.setFunc(tr),Wt(!1),Nt(ff),nt(i.CULL_FACE),ue(Yi);function nt(z){u[z]!==!0&&(i.enable(z),u[z]=!0)}function bt(z){u[z]!==!1&&(i.disable(z),u[z]=!1)}function kt(z,dt){return h[z]!==dt?(i.bindFramebuffer(z,dt),h[z]=dt,z===i.DRAW_FRAMEBUFFER&&(h[i.FRAMEBUFFER]=dt),z===i.FRAMEBUFFER&&(h[i.DRAW_FRAMEBUFFER]=dt),!0):!1}function yt(z,dt){let mt=d,Dt=!1;if(z){mt=f.get(dt),mt===void 0&&(mt=[],f.set(dt,mt));const ht=z.textures;if(mt.length!==ht.length||mt[0]!==i.COLOR_ATTACHMENT0){for(let rt=0,Ot=ht.length;rt<Ot;rt++)mt[rt]=i.COLOR_ATTACHMENT0+rt;mt.length=ht.length,Dt=!0}}else mt[0]!==i.BACK&&(mt[0]=i.BACK,Dt=!0);Dt&&i.drawBuffers(mt)}function Qt(z){return g!==z?(i.useProgram(z),g=z,!0):!1}const De={[gs]:i.FUNC_ADD,[h_]:i.FUNC_SUBTRACT,[u_]:i.FUNC_REVERSE_SUBTRACT};De[f_]=i.MIN,De[d_]=i.MAX;const I={[p_]:i.ZERO,[m_]:i.ONE,[g_]:i.SRC_COLOR,[Sl]:i.SRC_ALPHA,[S_]:i.SRC_ALPHA_SATURATE,[y_]:i.DST_COLOR,[v_]:i.DST_ALPHA,[__]:i.ONE_MINUS_SRC_COLOR,[El]:i.ONE_MINUS_SRC_ALPHA,[M_]:i.ONE_MINUS_DST_COLOR,[x_]:i.ONE_MINUS_DST_ALPHA,[E_]:i.CONSTANT_COLOR,[b_]:i.ONE_MINUS_CONSTANT_COLOR,[T_]:i.CONSTANT_ALPHA,[w_]:i.ONE_MINUS_CONSTANT_ALPHA};function ue(z,dt,mt,Dt,ht,rt,Ot,te,Te,de){if(z===Yi){_===!0&&(bt(i.BLEND),_=!1);return}if(_===!1&&(nt(i.BLEND),_=!0),z!==c_){if(z!==m||de!==T){if((p!==gs||x!==gs)&&(i.blendEquation(i.FUNC_ADD),p=gs,x=gs),de)switch(z){case Qs:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case pf:i.blendFunc(i.ONE,i.ONE);break;case mf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case gf:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:console.error("THREE.WebGLState: Invalid blending: ",z);break}else switch(z){case Qs:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case pf:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case mf:console.error("THREE.WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case gf:console.error("THREE.WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:console.error("THREE.WebGLState: Invalid blending: ",z);break}y=null,S=null,C=null,A=null,U.set(0,0,0),F=0,m=z,T=de}return}ht=ht||dt,rt=rt||mt,Ot=Ot||Dt,(dt!==p||ht!==x)&&(i.blendEquationSeparate(De[dt],De[ht]),p=dt,x=ht),(mt!==y||Dt!==S||rt!==C||Ot!==A)&&(i.blendFuncSeparate(I[mt],I[Dt],I[rt],I[Ot]),y=mt,S=Dt,C=rt,A=Ot),(te.equals(U)===!1||Te!==F)&&(i.blendColor(te.r,te.g,te.b,Te),U.copy(te),F=Te),m=z,T=!1}function jt(z,dt){z.side===Pi?bt(i.CULL_FACE):nt(i.CULL_FACE);let mt=z.side===Pn;dt&&(mt=!mt),Wt(mt),z.blending===Qs&&z.transparent===!1?ue(Yi):ue(z.blending,z.blendEquation,z.blendSrc,z.blendDst,z.blendEquationAlpha,z.blendSrcAlpha,z.blendDstAlpha,z.blendColor,z.blendAlpha,z.premultipliedAlpha),o.setFunc(z.depthFunc),o.setTest(z.depthTest),o.setMask(z.depthWrite),r.setMask(z.colorWrite);const Dt=z.stencilWrite;a.setTest(Dt),Dt&&(a.setMask(z.stencilWriteMask),a.setFunc(z.stencilFunc,z.stencilRef,z.stencilFuncMask),a.setOp(z.stencilFail,z.stencilZFail,z.stencilZPass)),Pt(z.polygonOffset,z.polygonOffsetFactor,z.polygonOffsetUnits),z.alphaToCoverage===!0?nt(i.SAMPLE_ALPHA_TO_COVERAGE):bt(i.SAMPLE_ALPHA_TO_COVERAGE)}function Wt(z){b!==z&&(z?i.frontFace(i.CW):i.frontFace(i.CCW),b=z)}function Nt(z){z!==o_?(nt(i.CULL_FACE),z!==P&&(z===ff?i.cullFace(i.BACK):z===a_?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):bt(i.CULL_FACE),P=z}function Me(z){z!==B&&(Y&&i.lineWidth(z),B=z)}function Pt(z,dt,mt){z?(nt(i.POLYGON_OFFSET_FILL),(H!==dt||W!==mt)&&(i.polygonOffset(dt,mt),H=dt,W=mt)):bt(i.POLYGON_OFFSET_FILL)}function Gt(z){z?nt(i.SCISSOR_TEST):bt(i.SCISSOR_TEST)}function Fe(z){z===void 0&&(z=i.TEXTURE0+X-1),at!==z&&(i.activeTexture(z),at=z)}function ve(z,dt,mt){mt===void 0&&(at===null?mt=i.TEXTURE0+X-1:mt=at);let Dt=K[mt];Dt===void 0&&(Dt={type:void 0,texture:void 0},K[mt]=Dt),(Dt.type!==z||Dt.texture!==dt)&&(at!==mt&&(i.activeTexture(mt),at=mt),i.bindTexture(z,dt||tt[z]),Dt.type=z,Dt.texture=dt)}function D(){const z=K[at];z!==void 0&&z.type!==void 0&&(i.bindTexture(z.type,null),z.type=void 0,z.texture=void 0)}function M(){try{i.compressedTexImage2D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function N(){try{i.compressedTexImage3D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function j(){try{i.texSubImage2D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function it(){try{i.texSubImage3D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function et(){try{i.compressedTexSubImage2D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function Ft(){try{i.compressedTexSubImage3D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function ft(){try{i.texStorage2D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function Lt(){try{i.texStorage3D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function At(){try{i.texImage2D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function lt(){try{i.texImage3D(...arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function vt(z){gt.equals(z)===!1&&(i.scissor(z.x,z.y,z.z,z.w),gt.copy(z))}function zt(z){qt.equals(z)===!1&&(i.viewport(z.x,z.y,z.z,z.w),qt.copy(z))}function Bt(z,dt){let mt=c.get(dt);mt===void 0&&(mt=new WeakMap,c.set(dt,mt));let Dt=mt.get(z);Dt===void 0&&(Dt=i.getUniformBlockIndex(dt,z.name),mt.set(z,Dt))}function Mt(z,dt){const Dt=c.get(dt).get(z);l.get(dt)!==Dt&&(i.uniformBlockBinding(dt,Dt,z.__bindingPointIndex),l.set(dt,Dt))}function Jt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),u={},at=null,K={},h={},f=new WeakMap,d=[],g=null,_=!1,m=null,p=null,y=null,S=null,x=null,C=null,A=null,U=new _e(0,0,0),F=0,T=!1,b=null,P=null,B=null,H=null,W=null,gt.set(0,0,i.canvas.width,i.canvas.height),qt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:nt,disable:bt,bindFramebuffer:kt,drawBuffers:yt,useProgram:Qt,setBlending:ue,setMaterial:jt,setFlipSided:Wt,setCullFace:Nt,setLineWidth:Me,setPolygonOffset:Pt,setScissorTest:Gt,activeTexture:Fe,bindTexture:ve,unbindTexture:D,compressedTexImage2D:M,compressedTexImage3D:N,texImage2D:At,texImage3D:lt,updateUBOMapping:Bt,uniformBlockBinding:Mt,texStorage2D:ft,texStorage3D:Lt,texSubImage2D:j,texSubImage3D:it,compressedTexSubImage2D:et,compressedTexSubImage3D:Ft,scissor:vt,viewport:zt,reset:Jt}}function rS(i,t,e,n,s,r,o){const a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Rt,u=new WeakMap;let h;const f=new WeakMap;let d=!1;try{d=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(D,M){return d?new OffscreenCanvas(D,M):Qo("canvas")}function _(D,M,N){let j=1;const it=ve(D);if((it.width>N||it.height>N)&&(j=N/Math.max(it.width,it.height)),j<1)if(typeof HTMLImageElement<"u"&&D instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&D instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&D instanceof ImageBitmap||typeof VideoFrame<"u"&&D instanceof VideoFrame){const et=Math.floor(j*it.width),Ft=Math.floor(j*it.height);h===void 0&&(h=g(et,Ft));const ft=M?g(et,Ft):h;return ft.width=et,ft.height=Ft,ft.getContext("2d").drawImage(D,0,0,et,Ft),console.warn("THREE.WebGLRenderer: Texture has been resized from ("+it.width+"x"+it.height+") to ("+et+"x"+Ft+")."),ft}else return"data"in D&&console.warn("THREE.WebGLRenderer: Image in DataTexture is too big ("+it.width+"x"+it.height+")."),D;return D}function m(D){return D.generateMipmaps}function p(D){i.generateMipmap(D)}function y(D){return D.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:D.isWebGL3DRenderTarget?i.TEXTURE_3D:D.isWebGLArrayRenderTarget||D.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function S(D,M,N,j,it=!1){if(D!==null){if(i[D]!==void 0)return i[D];console.warn("THREE.WebGLRenderer: Attempt to use non-existing WebGL internal format '"+D+"'")}let et=M;if(M===i.RED&&(N===i.FLOAT&&(et=i.R32F),N===i.HALF_FLOAT&&(et=i.R16F),N===i.UNSIGNED_BYTE&&(et=i.R8)),M===i.RED_INTEGER&&(N===i.UNSIGNED_BYTE&&(et=i.R8UI),N===i.UNSIGNED_SHORT&&(et=i.R16UI),N===i.UNSIGNED_INT&&(et=i.R32UI),N===i.BYTE&&(et=i.R8I),N===i.SHORT&&(et=i.R16I),N===i.INT&&(et=i.R32I)),M===i.RG&&(N===i.FLOAT&&(et=i.RG32F),N===i.HALF_FLOAT&&(et=i.RG16F),N===i.UNSIGNED_BYTE&&(et=i.RG8)),M===i.RG_INTEGER&&(N===i.UNSIGNED_BYTE&&(et=i.RG8UI),N===i.UNSIGNED_SHORT&&(et=i.RG16UI),N===i.UNSIGNED_INT&&(et=i.RG32UI),N===i.BYTE&&(et=i.RG8I),N===i.SHORT&&(et=i.RG16I),N===i.INT&&(et=i.RG32I)),M===i.RGB_INTEGER&&(N===i.UNSIGNED_BYTE&&(et=i.RGB8UI),N===i.UNSIGNED_SHORT&&(et=i.RGB16UI),N===i.UNSIGNED_INT&&(et=i.RGB32UI),N===i.BYTE&&(et=i.RGB8I),N===i.SHORT&&(et=i.RGB16I),N===i.INT&&(et=i.RGB32I)),M===i.RGBA_INTEGER&&(N===i.UNSIGNED_BYTE&&(et=i.RGBA8UI),N===i.UNSIGNED_SHORT&&(et=i.RGBA16UI),N===i.UNSIGNED_INT&&(et=i.RGBA32UI),N===i.BYTE&&(et=i.RGBA8I),N===i.SHORT&&(et=i.RGBA16I),N===i.INT&&(et=i.RGBA32I)),M===i.RGB&&(N===i.UNSIGNED_INT_5_9_9_9_REV&&(et=i.RGB9_E5),N===i.UNSIGNED_INT_10F_11F_11F_REV&&(et=i.R11F_G11F_B10F)),M===i.RGBA){const Ft=it?jo:he.getTransfer(j);N===i.FLOAT&&(et=i.RGBA32F),N===i.HALF_FLOAT&&(et=i.RGBA16F),N===i.UNSIGNED_BYTE&&(et=Ft===Ee?i.SRGB8_ALPHA8:i.RGBA8),N===i.UNSIGNED_SHORT_4_4_4_4&&(et=i.RGBA4),N===i.UNSIGNED_SHORT_5_5_5_1&&(et=i.RGB5_A1)}return(et===i.R16F||et===i.R32F||et===i.RG16F||et===i.RG32F||et===i.RGBA16F||et===i.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function x(D,M){let N;return D?M===null||M===xs||M===$r?N=i.DEPTH24_STENCIL8:M===mi?N=i.DEPTH32F_STENCIL8:M===Yr&&(N=i.DEPTH24_STENCIL8,console.warn("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===xs||M===$r?N=i.DEPTH_COMPONENT24:M===mi?N=i.DEPTH_COMPONENT32F:M===Yr&&(N=i.DEPTH_COMPONENT16),N}function C(D,M){return m(D)===!0||D.isFramebufferTexture&&D.minFilter!==Dn&&D.minFilter!==pi?Math.log2(Math.max(M.width,M.height))+1:D.mipmaps!==void 0&&D.mipmaps.length>0?D.mipmaps.length:D.isCompressedTexture&&Array.isArray(D.image)?M.mipmaps.length:1}function A(D){const M=D.target;M.removeEventListener("dispose",A),F(M),M.isVideoTexture&&u.delete(M)}function U(D){const M=D.target;M.removeEventListener("dispose",U),b(M)}function F(D){const M=n.get(D);if(M.__webglInit===void 0)return;const N=D.source,j=f.get(N);if(j){const it=j[M.__cacheKey];it.usedTimes--,it.usedTimes===0&&T(D),Object.keys(j).length===0&&f.delete(N)}n.remove(D)}function T(D){const M=n.get(D);i.deleteTexture(M.__webglTexture);const N=D.source,j=f.get(N);delete j[M.__cacheKey],o.memory.textures--}function b(D){const M=n.get(D);if(D.depthTexture&&(D.depthTexture.dispose(),n.remove(D.depthTexture)),D.isWebGLCubeRenderTarget)for(let j=0;j<6;j++){if(Array.isArray(M.__webglFramebuffer[j]))for(let it=0;it<M.__webglFramebuffer[j].length;it++)i.deleteFramebuffer(M.__webglFramebuffer[j][it]);else i.deleteFramebuffer(M.__webglFramebuffer[j]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[j])}else{if(Array.isArray(M.__webglFramebuffer))for(let j=0;j<M.__webglFramebuffer.length;j++)i.deleteFramebuffer(M.__webglFramebuffer[j]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let j=0;j<M.__webglColorRenderbuffer.length;j++)M.__webglColorRenderbuffer[j]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[j]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}const N=D.textures;for(let j=0,it=N.length;j<it;j++){const et=n.get(N[j]);et.__webglTexture&&(i.deleteTexture(et.__webglTexture),o.memory.textures--),n.remove(N[j])}n.remove(D)}let P=0;function B(){P=0}function H(){const D=P;return D>=s.maxTextures&&console.warn("THREE.WebGLTextures: Trying to use "+D+" texture units while this GPU supports only "+s.maxTextures),P+=1,D}function W(D){const M=[];return M.push(D.wrapS),M.push(D.wrapT),M.push(D.wrapR||0),M.push(D.magFilter),M.push(D.minFilter),M.push(D.anisotropy),M.push(D.internalFormat),M.push(D.format),M.push(D.type),M.push(D.generateMipmaps),M.push(D.premultiplyAlpha),M.push(D.flipY),M.push(D.unpackAlignment),M.push(D.colorSpace),M.join()}function X(D,M){const N=n.get(D);if(D.isVideoTexture&&Gt(D),D.isRenderTargetTexture===!1&&D.isExternalTexture!==!0&&D.version>0&&N.__version!==D.version){const j=D.image;if(j===null)console.warn("THREE.WebGLRenderer: Texture marked for update but no image data found.");else if(j.complete===!1)console.warn("THREE.WebGLRenderer: Texture marked for update but image is incomplete");else{tt(N,D,M);return}}else D.isExternalTexture&&(N.__webglTexture=D.sourceTexture?D.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,N.__webglTexture,i.TEXTURE0+M)}function Y(D,M){const N=n.get(D);if(D.isRenderTargetTexture===!1&&D.version>0&&N.__version!==D.version){tt(N,D,M);return}e.bindTexture(i.TEXTURE_2D_ARRAY,N.__webglTexture,i.TEXTURE0+M)}function J(D,M){const N=n.get(D);if(D.isRenderTargetTexture===!1&&D.version>0&&N.__version!==D.version){tt(N,D,M);return}e.bindTexture(i.TEXTURE_3D,N.__webglTexture,i.TEXTURE0+M)}function Q(D,M){const N=n.get(D);if(D.version>0&&N.__version!==D.version){nt(N,D,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,N.__webglTexture,i.TEXTURE0+M)}const at={[Ul]:i.REPEAT,[_s]:i.CLAMP_TO_EDGE,[Il]:i.MIRRORED_REPEAT},K={[Dn]:i.NEAREST,[F_]:i.NEAREST_MIPMAP_NEAREST,[Xo]:i.NEAREST_MIPMAP_LINEAR,[pi]:i.LINEAR,[Nl]:i.LINEAR_MIPMAP_NEAREST,[vs]:i.LINEAR_MIPMAP_LINEAR},ut={[H_]:i.NEVER,[q_]:i.ALWAYS,[V_]:i.LESS,[Rf]:i.LEQUAL,[G_]:i.EQUAL,[Y_]:i.GEQUAL,[W_]:i.GREATER,[X_]:i.NOTEQUAL};function xt(D,M){if(M.type===mi&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===pi||M.magFilter===Nl||M.magFilter===Xo||M.magFilter===vs||M.minFilter===pi||M.minFilter===Nl||M.minFilter===Xo||M.minFilter===vs)&&console.warn("THREE.WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(D,i.TEXTURE_WRAP_S,at[M.wrapS]),i.texParameteri(D,i.TEXTURE_WRAP_T,at[M.wrapT]),(D===i.TEXTURE_3D||D===i.TEXTURE_2D_ARRAY)&&i.texParameteri(D,i.TEXTURE_WRAP_R,at[M.wrapR]),i.texParameteri(D,i.TEXTURE_MAG_FILTER,K[M.magFilter]),i.texParameteri(D,i.TEXTURE_MIN_FILTER,K[M.minFilter]),M.compareFunction&&(i.texParameteri(D,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(D,i.TEXTURE_COMPARE_FUNC,ut[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Dn||M.minFilter!==Xo&&M.minFilter!==vs||M.type===mi&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){const N=t.get("EXT_texture_filter_anisotropic");i.texParameterf(D,N.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function gt(D,M){let N=!1;D.__webglInit===void 0&&(D.__webglInit=!0,M.addEventListener("dispose",A));const j=M.source;let it=f.get(j);it===void 0&&(it={},f.set(j,it));const et=W(M);if(et!==D.__cacheKey){it[et]===void 0&&(it[et]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,N=!0),it[et].usedTimes++;const Ft=it[D.__cacheKey];Ft!==void 0&&(it[D.__cacheKey].usedTimes--,Ft.usedTimes===0&&T(M)),D.__cacheKey=et,D.__webglTexture=it[et].texture}return N}function qt(D,M,N){return Math.floor(Math.floor(D/N)/M)}function $t(D,M,N,j){const et=D.updateRanges;if(et.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,N,j,M.data);else{et.sort((lt,vt)=>lt.start-vt.start);let Ft=0;for(let lt=1;lt<et.length;lt++){const vt=et[Ft],zt=et[lt],Bt=vt.start+vt.count,Mt=qt(zt.start,M.width,4),Jt=qt(vt.start,M.width,4);zt.start<=Bt+1&&Mt===Jt&&qt(zt.start+zt.count-1,M.width,4)===Mt?vt.count=Math.max(vt.count,zt.start+zt.count-vt.start):(++Ft,et[Ft]=zt)}et.length=Ft+1;const ft=i.getParameter(i.UNPACK_ROW_LENGTH),Lt=i.getParameter(i.UNPACK_SKIP_PIXELS),At=i.getParameter(i.UNPACK_SKIP_ROWS);i.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let lt=0,vt=et.length;lt<vt;lt++){const zt=et[lt],Bt=Math.floor(zt.start/4),Mt=Math.ceil(zt.count/4),Jt=Bt%M.width,z=Math.floor(Bt/M.width),dt=Mt,mt=1;i.pixelStorei(i.UNPACK_SKIP_PIXELS,Jt),i.pixelStorei(i.UNPACK_SKIP_ROWS,z),e.texSubImage2D(i.TEXTURE_2D,0,Jt,z,dt,mt,N,j,M.data)}D.clearUpdateRanges(),i.pixelStorei(i.UNPACK_ROW_LENGTH,ft),i.pixelStorei(i.UNPACK_SKIP_PIXELS,Lt),i.pixelStorei(i.UNPACK_SKIP_ROWS,At)}}function tt(D,M,N){let j=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(j=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(j=i.TEXTURE_3D);const it=gt(D,M),et=M.source;e.bindTexture(j,D.__webglTexture,i.TEXTURE0+N);const Ft=n.get(et);if(et.version!==Ft.__version||it===!0){e.activeTexture(i.TEXTURE0+N);const ft=he.getPrimaries(he.workingColorSpace),Lt=M.colorSpace===$i?null:he.getPrimaries(M.colorSpace),At=M.colorSpace===$i||ft===Lt?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,At);let lt=_(M.image,!1,s.maxTextureSize);lt=Fe(M,lt);const vt=r.convert(M.format,M.colorSpace),zt=r.convert(M.type);let Bt=S(M.internalFormat,vt,zt,M.colorSpace,M.isVideoTexture);xt(j,M);let Mt;const Jt=M.mipmaps,z=M.isVideoTexture!==!0,dt=Ft.__version===void 0||it===!0,mt=et.dataReady,Dt=C(M,lt);if(M.isDepthTexture)Bt=x(M.format===jr,M.type),dt&&(z?e.texStorage2D(i.TEXTURE_2D,1,Bt,lt.width,lt.height):e.texImage2D(i.TEXTURE_2D,0,Bt,lt.width,lt.height,0,vt,zt,null));else if(M.isDataTexture)if(Jt.length>0){z&&dt&&e.texStorage2D(i.TEXTURE_2D,Dt,Bt,Jt[0].width,Jt[0].height);for(let ht=0,rt=Jt.length;ht<rt;ht++)Mt=Jt[ht],z?mt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,Mt.width,Mt.height,vt,zt,Mt.data):e.texImage2D(i.TEXTURE_2D,ht,Bt,Mt.width,Mt.height,0,vt,zt,Mt.data);M.generateMipmaps=!1}else z?(dt&&e.texStorage2D(i.TEXTURE_2D,Dt,Bt,lt.width,lt.height),mt&&$t(M,lt,vt,zt)):e.texImage2D(i.TEXTURE_2D,0,Bt,lt.width,lt.height,0,vt,zt,lt.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){z&&dt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Dt,Bt,Jt[0].width,Jt[0].height,lt.depth);for(let ht=0,rt=Jt.length;ht<rt;ht++)if(Mt=Jt[ht],M.format!==Zn)if(vt!==null)if(z){if(mt)if(M.layerUpdates.size>0){const Ot=Pd(Mt.width,Mt.height,M.format,M.type);for(const te of M.layerUpdates){const Te=Mt.data.subarray(te*Ot/Mt.data.BYTES_PER_ELEMENT,(te+1)*Ot/Mt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,te,Mt.width,Mt.height,1,vt,Te)}M.clearLayerUpdates()}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,0,Mt.width,Mt.height,lt.depth,vt,Mt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ht,Bt,Mt.width,Mt.height,lt.depth,0,Mt.data,0,0);else console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else z?mt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,0,Mt.width,Mt.height,lt.depth,vt,zt,Mt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ht,Bt,Mt.width,Mt.height,lt.depth,0,vt,zt,Mt.data)}else{z&&dt&&e.texStorage2D(i.TEXTURE_2D,Dt,Bt,Jt[0].width,Jt[0].height);for(let ht=0,rt=Jt.length;ht<rt;ht++)Mt=Jt[ht],M.format!==Zn?vt!==null?z?mt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ht,0,0,Mt.width,Mt.height,vt,Mt.data):e.compressedTexImage2D(i.TEXTURE_2D,ht,Bt,Mt.width,Mt.height,0,Mt.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):z?mt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,Mt.width,Mt.height,vt,zt,Mt.data):e.texImage2D(i.TEXTURE_2D,ht,Bt,Mt.width,Mt.height,0,vt,zt,Mt.data)}else if(M.isDataArrayTexture)if(z){if(dt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Dt,Bt,lt.width,lt.height,lt.depth),mt)if(M.layerUpdates.size>0){const ht=Pd(lt.width,lt.height,M.format,M.type);for(const rt of M.layerUpdates){const Ot=lt.data.subarray(rt*ht/lt.data.BYTES_PER_ELEMENT,(rt+1)*ht/lt.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,rt,lt.width,lt.height,1,vt,zt,Ot)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,lt.width,lt.height,lt.depth,vt,zt,lt.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,Bt,lt.width,lt.height,lt.depth,0,vt,zt,lt.data);else if(M.isData3DTexture)z?(dt&&e.texStorage3D(i.TEXTURE_3D,Dt,Bt,lt.width,lt.height,lt.depth),mt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,lt.width,lt.height,lt.depth,vt,zt,lt.data)):e.texImage3D(i.TEXTURE_3D,0,Bt,lt.width,lt.height,lt.depth,0,vt,zt,lt.data);else if(M.isFramebufferTexture){if(dt)if(z)e.texStorage2D(i.TEXTURE_2D,Dt,Bt,lt.width,lt.height);else{let ht=lt.width,rt=lt.height;for(let Ot=0;Ot<Dt;Ot++)e.texImage2D(i.TEXTURE_2D,Ot,Bt,ht,rt,0,vt,zt,null),ht>>=1,rt>>=1}}else if(Jt.length>0){if(z&&dt){const ht=ve(Jt[0]);e.texStorage2D(i.TEXTURE_2D,Dt,Bt,ht.width,ht.height)}for(let ht=0,rt=Jt.length;ht<rt;ht++)Mt=Jt[ht],z?mt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,vt,zt,Mt):e.texImage2D(i.TEXTURE_2D,ht,Bt,vt,zt,Mt);M.generateMipmaps=!1}else if(z){if(dt){const ht=ve(lt);e.texStorage2D(i.TEXTURE_2D,Dt,Bt,ht.width,ht.height)}mt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,vt,zt,lt)}else e.texImage2D(i.TEXTURE_2D,0,Bt,vt,zt,lt);m(M)&&p(j),Ft.__version=et.version,M.onUpdate&&M.onUpdate(M)}D.__version=M.version}function nt(D,M,N){if(M.image.length!==6)return;const j=gt(D,M),it=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,D.__webglTexture,i.TEXTURE0+N);const et=n.get(it);if(it.version!==et.__version||j===!0){e.activeTexture(i.TEXTURE0+N);const Ft=he.getPrimaries(he.workingColorSpace),ft=M.colorSpace===$i?null:he.getPrimaries(M.colorSpace),Lt=M.colorSpace===$i||Ft===ft?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Lt);const At=M.isCompressedTexture||M.image[0].isCompressedTexture,lt=M.image[0]&&M.image[0].isDataTexture,vt=[];for(let rt=0;rt<6;rt++)!At&&!lt?vt[rt]=_(M.image[rt],!0,s.maxCubemapSize):vt[rt]=lt?M.image[rt].image:M.image[rt],vt[rt]=Fe(M,vt[rt]);const zt=vt[0],Bt=r.convert(M.format,M.colorSpace),Mt=r.convert(M.type),Jt=S(M.internalFormat,Bt,Mt,M.colorSpace),z=M.isVideoTexture!==!0,dt=et.__version===void 0||j===!0,mt=it.dataReady;let Dt=C(M,zt);xt(i.TEXTURE_CUBE_MAP,M);let ht;if(At){z&&dt&&e.texStorage2D(i.TEXTURE_CUBE_MAP,Dt,Jt,zt.width,zt.height);for(let rt=0;rt<6;rt++){ht=vt[rt].mipmaps;for(let Ot=0;Ot<ht.length;Ot++){const te=ht[Ot];M.format!==Zn?Bt!==null?z?mt&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,Ot,0,0,te.width,te.height,Bt,te.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,Ot,Jt,te.width,te.height,0,te.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):z?mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,Ot,0,0,te.width,te.height,Bt,Mt,te.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,Ot,Jt,te.width,te.height,0,Bt,Mt,te.data)}}}else{if(ht=M.mipmaps,z&&dt){ht.length>0&&Dt++;const rt=ve(vt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,Dt,Jt,rt.width,rt.height)}for(let rt=0;rt<6;rt++)if(lt){z?mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,0,0,0,vt[rt].width,vt[rt].height,Bt,Mt,vt[rt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,0,Jt,vt[rt].width,vt[rt].height,0,Bt,Mt,vt[rt].data);for(let Ot=0;Ot<ht.length;Ot++){const Te=ht[Ot].image[rt].image;z?mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,Ot+1,0,0,Te.width,Te.height,Bt,Mt,Te.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,Ot+1,Jt,Te.width,Te.height,0,Bt,Mt,Te.data)}}else{z?mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,0,0,0,Bt,Mt,vt[rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,0,Jt,Bt,Mt,vt[rt]);for(let Ot=0;Ot<ht.length;Ot++){const te=ht[Ot];z?mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,Ot+1,0,0,Bt,Mt,te.image[rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+rt,Ot+1,Jt,Bt,Mt,te.image[rt])}}}m(M)&&p(i.TEXTURE_CUBE_MAP),et.__version=it.version,M.onUpdate&&M.onUpdate(M)}D.__version=M.version}function bt(D,M,N,j,it,et){const Ft=r.convert(N.format,N.colorSpace),ft=r.convert(N.type),Lt=S(N.internalFormat,Ft,ft,N.colorSpace),At=n.get(M),lt=n.get(N);if(lt.__renderTarget=M,!At.__hasExternalTextures){const vt=Math.max(1,M.width>>et),zt=Math.max(1,M.height>>et);it===i.TEXTURE_3D||it===i.TEXTURE_2D_ARRAY?e.texImage3D(it,et,Lt,vt,zt,M.depth,0,Ft,ft,null):e.texImage2D(it,et,Lt,vt,zt,0,Ft,ft,null)}e.bindFramebuffer(i.FRAMEBUFFER,D),Pt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,j,it,lt.__webglTexture,0,Me(M)):(it===i.TEXTURE_2D||it>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&it<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,j,it,lt.__webglTexture,et),e.bindFramebuffer(i.FRAMEBUFFER,null)}function kt(D,M,N){if(i.bindRenderbuffer(i.RENDERBUFFER,D),M.depthBuffer){const j=M.depthTexture,it=j&&j.isDepthTexture?j.type:null,et=x(M.stencilBuffer,it),Ft=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ft=Me(M);Pt(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ft,et,M.width,M.height):N?i.renderbufferStorageMultisample(i.RENDERBUFFER,ft,et,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,et,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Ft,i.RENDERBUFFER,D)}else{const j=M.textures;for(let it=0;it<j.length;it++){const et=j[it],Ft=r.convert(et.format,et.colorSpace),ft=r.convert(et.type),Lt=S(et.internalFormat,Ft,ft,et.colorSpace),At=Me(M);N&&Pt(M)===!1?i.renderbufferStorageMultisample(i.RENDERBUFFER,At,Lt,M.width,M.height):Pt(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,At,Lt,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,Lt,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function yt(D,M){if(M&&M.isWebGLCubeRenderTarget)throw new Error("Depth Texture with cube render targets is not supported");if(e.bindFramebuffer(i.FRAMEBUFFER,D),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("renderTarget.depthTexture must be an instance of THREE.DepthTexture");const j=n.get(M.depthTexture);j.__renderTarget=M,(!j.__webglTexture||M.depthTexture.image.width!==M.width||M.depthTexture.image.height!==M.height)&&(M.depthTexture.image.width=M.width,M.depthTexture.image.height=M.height,M.depthTexture.needsUpdate=!0),X(M.depthTexture,0);const it=j.__webglTexture,et=Me(M);if(M.depthTexture.format===Kr)Pt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,it,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,it,0);else if(M.depthTexture.format===jr)Pt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,it,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,it,0);else throw new Error("Unknown depthTexture format")}function Qt(D){const M=n.get(D),N=D.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==D.depthTexture){const j=D.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),j){const it=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,j.removeEventListener("dispose",it)};j.addEventListener("dispose",it),M.__depthDisposeCallback=it}M.__boundDepthTexture=j}if(D.depthTexture&&!M.__autoAllocateDepthBuffer){if(N)throw new Error("target.depthTexture not supported in Cube render targets");const j=D.texture.mipmaps;j&&j.length>0?yt(M.__webglFramebuffer[0],D):yt(M.__webglFramebuffer,D)}else if(N){M.__webglDepthbuffer=[];for(let j=0;j<6;j++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[j]),M.__webglDepthbuffer[j]===void 0)M.__webglDepthbuffer[j]=i.createRenderbuffer(),kt(M.__webglDepthbuffer[j],D,!1);else{const it=D.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,et=M.__webglDepthbuffer[j];i.bindRenderbuffer(i.RENDERBUFFER,et),i.framebufferRenderbuffer(i.FRAMEBUFFER,it,i.RENDERBUFFER,et)}}else{const j=D.texture.mipmaps;if(j&&j.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),kt(M.__webglDepthbuffer,D,!1);else{const it=D.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,et=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,et),i.framebufferRenderbuffer(i.FRAMEBUFFER,it,i.RENDERBUFFER,et)}}e.bindFramebuffer(i.FRAMEBUFFER,null)}function De(D,M,N){const j=n.get(D);M!==void 0&&bt(j.__webglFramebuffer,D,D.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),N!==void 0&&Qt(D)}function I(D){const M=D.texture,N=n.get(D),j=n.get(M);D.addEventListener("dispose",U);const it=D.textures,et=D.isWebGLCubeRenderTarget===!0,Ft=it.length>1;if(Ft||(j.__webglTexture===void 0&&(j.__webglTexture=i.createTexture()),j.__version=M.version,o.memory.textures++),et){N.__webglFramebuffer=[];for(let ft=0;ft<6;ft++)if(M.mipmaps&&M.mipmaps.length>0){N.__webglFramebuffer[ft]=[];for(let Lt=0;Lt<M.mipmaps.length;Lt++)N.__webglFramebuffer[ft][Lt]=i.createFramebuffer()}else N.__webglFramebuffer[ft]=i.createFramebuffer()}else{if(M.mipmaps&&M.mipmaps.length>0){N.__webglFramebuffer=[];for(let ft=0;ft<M.mipmaps.length;ft++)N.__webglFramebuffer[ft]=i.createFramebuffer()}else N.__webglFramebuffer=i.createFramebuffer();if(Ft)for(let ft=0,Lt=it.length;ft<Lt;ft++){const At=n.get(it[ft]);At.__webglTexture===void 0&&(At.__webglTexture=i.createTexture(),o.memory.textures++)}if(D.samples>0&&Pt(D)===!1){N.__webglMultisampledFramebuffer=i.createFramebuffer(),N.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,N.__webglMultisampledFramebuffer);for(let ft=0;ft<it.length;ft++){const Lt=it[ft];N.__webglColorRenderbuffer[ft]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,N.__webglColorRenderbuffer[ft]);const At=r.convert(Lt.format,Lt.colorSpace),lt=r.convert(Lt.type),vt=S(Lt.internalFormat,At,lt,Lt.colorSpace,D.isXRRenderTarget===!0),zt=Me(D);i.renderbufferStorageMultisample(i.RENDERBUFFER,zt,vt,D.width,D.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+ft,i.RENDERBUFFER,N.__webglColorRenderbuffer[ft])}i.bindRenderbuffer(i.RENDERBUFFER,null),D.depthBuffer&&(N.__webglDepthRenderbuffer=i.createRenderbuffer(),kt(N.__webglDepthRenderbuffer,D,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(et){e.bindTexture(i.TEXTURE_CUBE_MAP,j.__webglTexture),xt(i.TEXTURE_CUBE_MAP,M);for(let ft=0;ft<6;ft++)if(M.mipmaps&&M.mipmaps.length>0)for(let Lt=0;Lt<M.mipmaps.length;Lt++)bt(N.__webglFramebuffer[ft][Lt],D,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ft,Lt);else bt(N.__webglFramebuffer[ft],D,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ft,0);m(M)&&p(i.TEXTURE_CUBE_MAP),e.unbindTexture()}else if(Ft){for(let ft=0,Lt=it.length;ft<Lt;ft++){const At=it[ft],lt=n.get(At);let vt=i.TEXTURE_2D;(D.isWebGL3DRenderTarget||D.isWebGLArrayRenderTarget)&&(vt=D.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(vt,lt.__webglTexture),xt(vt,At),bt(N.__webglFramebuffer,D,At,i.COLOR_ATTACHMENT0+ft,vt,0),m(At)&&p(vt)}e.unbindTexture()}else{let ft=i.TEXTURE_2D;if((D.isWebGL3DRenderTarget||D.isWebGLArrayRenderTarget)&&(ft=D.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(ft,j.__webglTexture),xt(ft,M),M.mipmaps&&M.mipmaps.length>0)for(let Lt=0;Lt<M.mipmaps.length;Lt++)bt(N.__webglFramebuffer[Lt],D,M,i.COLOR_ATTACHMENT0,ft,Lt);else bt(N.__webglFramebuffer,D,M,i.COLOR_ATTACHMENT0,ft,0);m(M)&&p(ft),e.unbindTexture()}D.depthBuffer&&Qt(D)}function ue(D){const M=D.textures;for(let N=0,j=M.length;N<j;N++){const it=M[N];if(m(it)){const et=y(D),Ft=n.get(it).__webglTexture;e.bindTexture(et,Ft),p(et),e.unbindTexture()}}}const jt=[],Wt=[];function Nt(D){if(D.samples>0){if(Pt(D)===!1){const M=D.textures,N=D.width,j=D.height;let it=i.COLOR_BUFFER_BIT;const et=D.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Ft=n.get(D),ft=M.length>1;if(ft)for(let At=0;At<M.length;At++)e.bindFramebuffer(i.FRAMEBUFFER,Ft.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+At,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Ft.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+At,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Ft.__webglMultisampledFramebuffer);const Lt=D.texture.mipmaps;Lt&&Lt.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Ft.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Ft.__webglFramebuffer);for(let At=0;At<M.length;At++){if(D.resolveDepthBuffer&&(D.depthBuffer&&(it|=i.DEPTH_BUFFER_BIT),D.stencilBuffer&&D.resolveStencilBuffer&&(it|=i.STENCIL_BUFFER_BIT)),ft){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Ft.__webglColorRenderbuffer[At]);const lt=n.get(M[At]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,lt,0)}i.blitFramebuffer(0,0,N,j,0,0,N,j,it,i.NEAREST),l===!0&&(jt.length=0,Wt.length=0,jt.push(i.COLOR_ATTACHMENT0+At),D.depthBuffer&&D.resolveDepthBuffer===!1&&(jt.push(et),Wt.push(et),i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,Wt)),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,jt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),ft)for(let At=0;At<M.length;At++){e.bindFramebuffer(i.FRAMEBUFFER,Ft.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+At,i.RENDERBUFFER,Ft.__webglColorRenderbuffer[At]);const lt=n.get(M[At]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Ft.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+At,i.TEXTURE_2D,lt,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Ft.__webglMultisampledFramebuffer)}else if(D.depthBuffer&&D.resolveDepthBuffer===!1&&l){const M=D.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function Me(D){return Math.min(s.maxSamples,D.samples)}function Pt(D){const M=n.get(D);return D.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Gt(D){const M=o.render.frame;u.get(D)!==M&&(u.set(D,M),D.update())}function Fe(D,M){const N=D.colorSpace,j=D.format,it=D.type;return D.isCompressedTexture===!0||D.isVideoTexture===!0||N!==ys&&N!==$i&&(he.getTransfer(N)===Ee?(j!==Zn||it!==Di)&&console.warn("THREE.WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):console.error("THREE.WebGLTextures: Unsupported texture color space:",N)),M}function ve(D){return typeof HTMLImageElement<"u"&&D instanceof HTMLImageElement?(c.width=D.naturalWidth||D.width,c.height=D.naturalHeight||D.height):typeof VideoFrame<"u"&&D instanceof VideoFrame?(c.width=D.displayWidth,c.height=D.displayHeight):(c.width=D.width,c.height=D.height),c}this.allocateTextureUnit=H,this.resetTextureUnits=B,this.setTexture2D=X,this.setTexture2DArray=Y,this.setTexture3D=J,this.setTextureCube=Q,this.rebindTextures=De,this.setupRenderTarget=I,this.updateRenderTargetMipmap=ue,this.updateMultisampleRenderTarget=Nt,this.setupDepthRenderbuffer=Qt,this.setupFrameBufferTexture=bt,this.useMultisampledRTT=Pt}function oS(i,t){function e(n,s=$i){let r;const o=he.getTransfer(s);if(n===Di)return i.UNSIGNED_BYTE;if(n===Ol)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Bl)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Mf)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Sf)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===xf)return i.BYTE;if(n===yf)return i.SHORT;if(n===Yr)return i.UNSIGNED_SHORT;if(n===Fl)return i.INT;if(n===xs)return i.UNSIGNED_INT;if(n===mi)return i.FLOAT;if(n===qr)return i.HALF_FLOAT;if(n===Ef)return i.ALPHA;if(n===bf)return i.RGB;if(n===Zn)return i.RGBA;if(n===Kr)return i.DEPTH_COMPONENT;if(n===jr)return i.DEPTH_STENCIL;if(n===Tf)return i.RED;if(n===zl)return i.RED_INTEGER;if(n===wf)return i.RG;if(n===kl)return i.RG_INTEGER;if(n===Hl)return i.RGBA_INTEGER;if(n===Yo||n===qo||n===$o||n===Ko)if(o===Ee)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Yo)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===qo)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===$o)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Ko)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Yo)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===qo)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===$o)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Ko)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Vl||n===Gl||n===Wl||n===Xl)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Vl)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Gl)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Wl)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Xl)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Yl||n===ql||n===$l)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Yl||n===ql)return o===Ee?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===$l)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC}else return null;if(n===Kl||n===jl||n===Zl||n===Jl||n===Ql||n===tc||n===ec||n===nc||n===ic||n===sc||n===rc||n===oc||n===ac||n===lc)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Kl)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===jl)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Zl)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Jl)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Ql)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===tc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===ec)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===nc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===ic)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===sc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===rc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===oc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===ac)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===lc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===cc||n===hc||n===uc)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===cc)return o===Ee?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===hc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===uc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===fc||n===dc||n===pc||n===mc)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===fc)return r.COMPRESSED_RED_RGTC1_EXT;if(n===dc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===pc)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===mc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===$r?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}const aS=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,lS=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`;class cS{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){const n=new ud(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){const e=t.cameras[0].viewport,n=new Vn({vertexShader:aS,fragmentShader:lS,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Hn(new Cs(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}}class hS extends Ms{constructor(t,e){super();const n=this;let s=null,r=1,o=null,a="local-floor",l=1,c=null,u=null,h=null,f=null,d=null,g=null;const _=typeof XRWebGLBinding<"u",m=new cS,p={},y=e.getContextAttributes();let S=null,x=null;const C=[],A=[],U=new Rt;let F=null;const T=new Gn;T.viewport=new Ge;const b=new Gn;b.viewport=new Ge;const P=[T,b],B=new cv;let H=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(tt){let nt=C[tt];return nt===void 0&&(nt=new kc,C[tt]=nt),nt.getTargetRaySpace()},this.getControllerGrip=function(tt){let nt=C[tt];return nt===void 0&&(nt=new kc,C[tt]=nt),nt.getGripSpace()},this.getHand=function(tt){let nt=C[tt];return nt===void 0&&(nt=new kc,C[tt]=nt),nt.getHandSpace()};function X(tt){const nt=A.indexOf(tt.inputSource);if(nt===-1)return;const bt=C[nt];bt!==void 0&&(bt.update(tt.inputSource,tt.frame,c||o),bt.dispatchEvent({type:tt.type,data:tt.inputSource}))}function Y(){s.removeEventListener("select",X),s.removeEventListener("selectstart",X),s.removeEventListener("selectend",X),s.removeEventListener("squeeze",X),s.removeEventListener("squeezestart",X),s.removeEventListener("squeezeend",X),s.removeEventListener("end",Y),s.removeEventListener("inputsourceschange",J);for(let tt=0;tt<C.length;tt++){const nt=A[tt];nt!==null&&(A[tt]=null,C[tt].disconnect(nt))}H=null,W=null,m.reset();for(const tt in p)delete p[tt];t.setRenderTarget(S),d=null,f=null,h=null,s=null,x=null,$t.stop(),n.isPresenting=!1,t.setPixelRatio(F),t.setSize(U.width,U.height,!1),n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(tt){r=tt,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(tt){a=tt,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(tt){c=tt},this.getBaseLayer=function(){return f!==null?f:d},this.getBinding=function(){return h===null&&_&&(h=new XRWebGLBinding(s,e)),h},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(tt){if(s=tt,s!==null){if(S=t.getRenderTarget(),s.addEventListener("select",X),s.addEventListener("selectstart",X),s.addEventListener("selectend",X),s.addEventListener("squeeze",X),s.addEventListener("squeezestart",X),s.addEventListener("squeezeend",X),s.addEventListener("end",Y),s.addEventListener("inputsourceschange",J),y.xrCompatible!==!0&&await e.makeXRCompatible(),F=t.getPixelRatio(),t.getSize(U),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let bt=null,kt=null,yt=null;y.depth&&(yt=y.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,bt=y.stencil?jr:Kr,kt=y.stencil?$r:xs);const Qt={colorFormat:e.RGBA8,depthFormat:yt,scaleFactor:r};h=this.getBinding(),f=h.createProjectionLayer(Qt),s.updateRenderState({layers:[f]}),t.setPixelRatio(1),t.setSize(f.textureWidth,f.textureHeight,!1),x=new Ss(f.textureWidth,f.textureHeight,{format:Zn,type:Di,depthTexture:new hd(f.textureWidth,f.textureHeight,kt,void 0,void 0,void 0,void 0,void 0,void 0,bt),stencilBuffer:y.stencil,colorSpace:t.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1})}else{const bt={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,bt),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),x=new Ss(d.framebufferWidth,d.framebufferHeight,{format:Zn,type:Di,colorSpace:t.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1})}x.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),$t.setContext(s),$t.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function J(tt){for(let nt=0;nt<tt.removed.length;nt++){const bt=tt.removed[nt],kt=A.indexOf(bt);kt>=0&&(A[kt]=null,C[kt].disconnect(bt))}for(let nt=0;nt<tt.added.length;nt++){const bt=tt.added[nt];let kt=A.indexOf(bt);if(kt===-1){for(let Qt=0;Qt<C.length;Qt++)if(Qt>=A.length){A.push(bt),kt=Qt;break}else if(A[Qt]===null){A[Qt]=bt,kt=Qt;break}if(kt===-1)break}const yt=C[kt];yt&&yt.connect(bt)}}const Q=new O,at=new O;function K(tt,nt,bt){Q.setFromMatrixPosition(nt.matrixWorld),at.setFromMatrixPosition(bt.matrixWorld);const kt=Q.distanceTo(at),yt=nt.projectionMatrix.elements,Qt=bt.projectionMatrix.elements,De=yt[14]/(yt[10]-1),I=yt[14]/(yt[10]+1),ue=(yt[9]+1)/yt[5],jt=(yt[9]-1)/yt[5],Wt=(yt[8]-1)/yt[0],Nt=(Qt[8]+1)/Qt[0],Me=De*Wt,Pt=De*Nt,Gt=kt/(-Wt+Nt),Fe=Gt*-Wt;if(nt.matrixWorld.decompose(tt.position,tt.quaternion,tt.scale),tt.translateX(Fe),tt.translateZ(Gt),tt.matrixWorld.compose(tt.position,tt.quaternion,tt.scale),tt.matrixWorldInverse.copy(tt.matrixWorld).invert(),yt[10]===-1)tt.projectionMatrix.copy(nt.projectionMatrix),tt.projectionMatrixInverse.copy(nt.projectionMatrixInverse);else{const ve=De+Gt,D=I+Gt,M=Me-Fe,N=Pt+(kt-Fe),j=ue*I/D*ve,it=jt*I/D*ve;tt.projectionMatrix.makePerspective(M,N,j,it,ve,D),tt.projectionMatrixInverse.copy(tt.projectionMatrix).invert()}}function ut(tt,nt){nt===null?tt.matrixWorld.copy(tt.matrix):tt.matrixWorld.multiplyMatrices(nt.matrixWorld,tt.matrix),tt.matrixWorldInverse.copy(tt.matrixWorld).invert()}this.updateCamera=function(tt){if(s===null)return;let nt=tt.near,bt=tt.far;m.texture!==null&&(m.depthNear>0&&(nt=m.depthNear),m.depthFar>0&&(bt=m.depthFar)),B.near=b.near=T.near=nt,B.far=b.far=T.far=bt,(H!==B.near||W!==B.far)&&(s.updateRenderState({depthNear:B.near,depthFar:B.far}),H=B.near,W=B.far),B.layers.mask=tt.layers.mask|6,T.layers.mask=B.layers.mask&3,b.layers.mask=B.layers.mask&5;const kt=tt.parent,yt=B.cameras;ut(B,kt);for(let Qt=0;Qt<yt.length;Qt++)ut(yt[Qt],kt);yt.length===2?K(B,T,b):B.projectionMatrix.copy(T.projectionMatrix),xt(tt,B,kt)};function xt(tt,nt,bt){bt===null?tt.matrix.copy(nt.matrixWorld):(tt.matrix.copy(bt.matrixWorld),tt.matrix.invert(),tt.matrix.multiply(nt.matrixWorld)),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.updateMatrixWorld(!0),tt.projectionMatrix.copy(nt.projectionMatrix),tt.projectionMatrixInverse.copy(nt.projectionMatrixInverse),tt.isPerspectiveCamera&&(tt.fov=gc*2*Math.atan(1/tt.projectionMatrix.elements[5]),tt.zoom=1)}this.getCamera=function(){return B},this.getFoveation=function(){if(!(f===null&&d===null))return l},this.setFoveation=function(tt){l=tt,f!==null&&(f.fixedFoveation=tt),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=tt)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(B)},this.getCameraTexture=function(tt){return p[tt]};let gt=null;function qt(tt,nt){if(u=nt.getViewerPose(c||o),g=nt,u!==null){const bt=u.views;d!==null&&(t.setRenderTargetFramebuffer(x,d.framebuffer),t.setRenderTarget(x));let kt=!1;bt.length!==B.cameras.length&&(B.cameras.length=0,kt=!0);for(let I=0;I<bt.length;I++){const ue=bt[I];let jt=null;if(d!==null)jt=d.getViewport(ue);else{const Nt=h.getViewSubImage(f,ue);jt=Nt.viewport,I===0&&(t.setRenderTargetTextures(x,Nt.colorTexture,Nt.depthStencilTexture),t.setRenderTarget(x))}let Wt=P[I];Wt===void 0&&(Wt=new Gn,Wt.layers.enable(I),Wt.viewport=new Ge,P[I]=Wt),Wt.matrix.fromArray(ue.transform.matrix),Wt.matrix.decompose(Wt.position,Wt.quaternion,Wt.scale),Wt.projectionMatrix.fromArray(ue.projectionMatrix),Wt.projectionMatrixInverse.copy(Wt.projectionMatrix).invert(),Wt.viewport.set(jt.x,jt.y,jt.width,jt.height),I===0&&(B.matrix.copy(Wt.matrix),B.matrix.decompose(B.position,B.quaternion,B.scale)),kt===!0&&B.cameras.push(Wt)}const yt=s.enabledFeatures;if(yt&&yt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){h=n.getBinding();const I=h.getDepthInformation(bt[0]);I&&I.isValid&&I.texture&&m.init(I,s.renderState)}if(yt&&yt.includes("camera-access")&&_){t.state.unbindTexture(),h=n.getBinding();for(let I=0;I<bt.length;I++){const ue=bt[I].camera;if(ue){let jt=p[ue];jt||(jt=new ud,p[ue]=jt);const Wt=h.getCameraImage(ue);jt.sourceTexture=Wt}}}}for(let bt=0;bt<C.length;bt++){const kt=A[bt],yt=C[bt];kt!==null&&yt!==void 0&&yt.update(kt,nt,c||o)}gt&&gt(tt,nt),nt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:nt}),g=null}const $t=new Dd;$t.setAnimationLoop(qt),this.setAnimationLoop=function(tt){gt=tt},this.dispose=function(){}}}const Us=new Fi,uS=new Ce;function fS(i,t){function e(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,Jf(i)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,y,S,x){p.isMeshBasicMaterial||p.isMeshLambertMaterial?r(m,p):p.isMeshToonMaterial?(r(m,p),h(m,p)):p.isMeshPhongMaterial?(r(m,p),u(m,p)):p.isMeshStandardMaterial?(r(m,p),f(m,p),p.isMeshPhysicalMaterial&&d(m,p,x)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),_(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,y,S):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,e(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Pn&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,e(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Pn&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,e(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,e(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);const y=t.get(p),S=y.envMap,x=y.envMapRotation;S&&(m.envMap.value=S,Us.copy(x),Us.x*=-1,Us.y*=-1,Us.z*=-1,S.isCubeTexture&&S.isRenderTargetTexture===!1&&(Us.y*=-1,Us.z*=-1),m.envMapRotation.value.setFromMatrix4(uS.makeRotationFromEuler(Us)),m.flipEnvMap.value=S.isCubeTexture&&S.isRenderTargetTexture===!1?-1:1,m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,y,S){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*y,m.scale.value=S*.5,p.map&&(m.map.value=p.map,e(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function u(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function h(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function f(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function d(m,p,y){m.ior.value=p.ior,p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Pn&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessRange[0],m.iridescenceThicknessMaximum.value=p.iridescenceThicknessRange[1],p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=y.texture,m.transmissionSamplerSize.value.set(y.width,y.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function _(m,p){const y=t.get(p).light;m.referencePosition.value.setFromMatrixPosition(y.matrixWorld),m.nearDistance.value=y.shadow.camera.near,m.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function dS(i,t,e,n){let s={},r={},o=[];const a=i.getParameter(i.MAX_UNIFORM_BUFFER_BINDINGS);function l(y,S){const x=S.program;n.uniformBlockBinding(y,x)}function c(y,S){let x=s[y.id];x===void 0&&(g(y),x=u(y),s[y.id]=x,y.addEventListener("dispose",m));const C=S.program;n.updateUBOMapping(y,C);const A=t.render.frame;r[y.id]!==A&&(f(y),r[y.id]=A)}function u(y){const S=h();y.__bindingPointIndex=S;const x=i.createBuffer(),C=y.__size,A=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,x),i.bufferData(i.UNIFORM_BUFFER,C,A),i.bindBuffer(i.UNIFORM_BUFFER,null),i.bindBufferBase(i.UNIFORM_BUFFER,S,x),x}function h(){for(let y=0;y<a;y++)if(o.indexOf(y)===-1)return o.push(y),y;return console.error("THREE.WebGLRenderer: Maximum number of simultaneously usable uniforms groups reached."),0}function f(y){const S=s[y.id],x=y.uniforms,C=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,S);for(let A=0,U=x.length;A<U;A++){const F=Array.isArray(x[A])?x[A]:[x[A]];for(let T=0,b=F.length;T<b;T++){const P=F[T];if(d(P,A,T,C)===!0){const B=P.__offset,H=Array.isArray(P.value)?P.value:[P.value];let W=0;for(let X=0;X<H.length;X++){const Y=H[X],J=_(Y);typeof Y=="number"||typeof Y=="boolean"?(P.__data[0]=Y,i.bufferSubData(i.UNIFORM_BUFFER,B+W,P.__data)):Y.isMatrix3?(P.__data[0]=Y.elements[0],P.__data[1]=Y.elements[1],P.__data[2]=Y.elements[2],P.__data[3]=0,P.__data[4]=Y.elements[3],P.__data[5]=Y.elements[4],P.__data[6]=Y.elements[5],P.__data[7]=0,P.__data[8]=Y.elements[6],P.__data[9]=Y.elements[7],P.__data[10]=Y.elements[8],P.__data[11]=0):(Y.toArray(P.__data,W),W+=J.storage/Float32Array.BYTES_PER_ELEMENT)}i.bufferSubData(i.UNIFORM_BUFFER,B,P.__data)}}}i.bindBuffer(i.UNIFORM_BUFFER,null)}function d(y,S,x,C){const A=y.value,U=S+"_"+x;if(C[U]===void 0)return typeof A=="number"||typeof A=="boolean"?C[U]=A:C[U]=A.clone(),!0;{const F=C[U];if(typeof A=="number"||typeof A=="boolean"){if(F!==A)return C[U]=A,!0}else if(F.equals(A)===!1)return F.copy(A),!0}return!1}function g(y){const S=y.uniforms;let x=0;const C=16;for(let U=0,F=S.length;U<F;U++){const T=Array.isArray(S[U])?S[U]:[S[U]];for(let b=0,P=T.length;b<P;b++){const B=T[b],H=Array.isArray(B.value)?B.value:[B.value];for(let W=0,X=H.length;W<X;W++){const Y=H[W],J=_(Y),Q=x%C,at=Q%J.boundary,K=Q+at;x+=at,K!==0&&C-K<J.storage&&(x+=C-K),B.__data=new Float32Array(J.storage/Float32Array.BYTES_PER_ELEMENT),B.__offset=x,x+=J.storage}}}const A=x%C;return A>0&&(x+=C-A),y.__size=x,y.__cache={},this}function _(y){const S={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(S.boundary=4,S.storage=4):y.isVector2?(S.boundary=8,S.storage=8):y.isVector3||y.isColor?(S.boundary=16,S.storage=12):y.isVector4?(S.boundary=16,S.storage=16):y.isMatrix3?(S.boundary=48,S.storage=48):y.isMatrix4?(S.boundary=64,S.storage=64):y.isTexture?console.warn("THREE.WebGLRenderer: Texture samplers can not be part of an uniforms group."):console.warn("THREE.WebGLRenderer: Unsupported uniform value type.",y),S}function m(y){const S=y.target;S.removeEventListener("dispose",m);const x=o.indexOf(S.__bindingPointIndex);o.splice(x,1),i.deleteBuffer(s[S.id]),delete s[S.id],delete r[S.id]}function p(){for(const y in s)i.deleteBuffer(s[y]);o=[],s={},r={}}return{bind:l,update:c,dispose:p}}class pS{constructor(t={}){const{canvas:e=j_(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:f=!1}=t;this.isWebGLRenderer=!0;let d;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");d=n.getContextAttributes().alpha}else d=o;const g=new Uint32Array(4),_=new Int32Array(4);let m=null,p=null;const y=[],S=[];this.domElement=e,this.debug={checkShaderErrors:!0,onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=qi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;const x=this;let C=!1;this._outputColorSpace=Jn;let A=0,U=0,F=null,T=-1,b=null;const P=new Ge,B=new Ge;let H=null;const W=new _e(0);let X=0,Y=e.width,J=e.height,Q=1,at=null,K=null;const ut=new Ge(0,0,Y,J),xt=new Ge(0,0,Y,J);let gt=!1;const qt=new id;let $t=!1,tt=!1;const nt=new Ce,bt=new O,kt=new Ge,yt={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0};let Qt=!1;function De(){return F===null?Q:1}let I=n;function ue(w,V){return e.getContext(w,V)}try{const w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:u,failIfMajorPerformanceCaveat:h};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${Ml}`),e.addEventListener("webglcontextlost",mt,!1),e.addEventListener("webglcontextrestored",Dt,!1),e.addEventListener("webglcontextcreationerror",ht,!1),I===null){const V="webgl2";if(I=ue(V,w),I===null)throw ue(V)?new Error("Error creating WebGL context with your selected attributes."):new Error("Error creating WebGL context.")}}catch(w){throw console.error("THREE.WebGLRenderer: "+w.message),w}let jt,Wt,Nt,Me,Pt,Gt,Fe,ve,D,M,N,j,it,et,Ft,ft,Lt,At,lt,vt,zt,Bt,Mt,Jt;function z(){jt=new by(I),jt.init(),Bt=new oS(I,jt),Wt=new _y(I,jt,t,Bt),Nt=new sS(I,jt),Wt.reversedDepthBuffer&&f&&Nt.buffers.depth.setReversed(!0),Me=new Ay(I),Pt=new XM,Gt=new rS(I,jt,Nt,Pt,Wt,Bt,Me),Fe=new xy(x),ve=new Ey(x),D=new dv(I),Mt=new my(I,D),M=new Ty(I,D,Me,Mt),N=new Cy(I,M,D,Me),lt=new Ry(I,Wt,Gt),ft=new vy(Pt),j=new WM(x,Fe,ve,jt,Wt,Mt,ft),it=new fS(x,Pt),et=new qM,Ft=new QM(jt),At=new py(x,Fe,ve,Nt,N,d,l),Lt=new nS(x,N,Wt),Jt=new dS(I,Me,Wt,Nt),vt=new gy(I,jt,Me),zt=new wy(I,jt,Me),Me.programs=j.programs,x.capabilities=Wt,x.extensions=jt,x.properties=Pt,x.renderLists=et,x.shadowMap=Lt,x.state=Nt,x.info=Me}z();const dt=new hS(x,I);this.xr=dt,this.getContext=function(){return I},this.getContextAttributes=function(){return I.getContextAttributes()},this.forceContextLoss=function(){const w=jt.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){const w=jt.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return Q},this.setPixelRatio=function(w){w!==void 0&&(Q=w,this.setSize(Y,J,!1))},this.getSize=function(w){return w.set(Y,J)},this.setSize=function(w,V,Z=!0){if(dt.isPresenting){console.warn("THREE.WebGLRenderer: Can't change size while VR device is presenting.");return}Y=w,J=V,e.width=Math.floor(w*Q),e.height=Math.floor(V*Q),Z===!0&&(e.style.width=w+"px",e.style.height=V+"px"),this.setViewport(0,0,w,V)},this.getDrawingBufferSize=function(w){return w.set(Y*Q,J*Q).floor()},this.setDrawingBufferSize=function(w,V,Z){Y=w,J=V,Q=Z,e.width=Math.floor(w*Z),e.height=Math.floor(V*Z),this.setViewport(0,0,w,V)},this.getCurrentViewport=function(w){return w.copy(P)},this.getViewport=function(w){return w.copy(ut)},this.setViewport=function(w,V,Z,$){w.isVector4?ut.set(w.x,w.y,w.z,w.w):ut.set(w,V,Z,$),Nt.viewport(P.copy(ut).multiplyScalar(Q).round())},this.getScissor=function(w){return w.copy(xt)},this.setScissor=function(w,V,Z,$){w.isVector4?xt.set(w.x,w.y,w.z,w.w):xt.set(w,V,Z,$),Nt.scissor(B.copy(xt).multiplyScalar(Q).round())},this.getScissorTest=function(){return gt},this.setScissorTest=function(w){Nt.setScissorTest(gt=w)},this.setOpaqueSort=function(w){at=w},this.setTransparentSort=function(w){K=w},this.getClearColor=function(w){return w.copy(At.getClearColor())},this.setClearColor=function(){At.setClearColor(...arguments)},this.getClearAlpha=function(){return At.getClearAlpha()},this.setClearAlpha=function(){At.setClearAlpha(...arguments)},this.clear=function(w=!0,V=!0,Z=!0){let $=0;if(w){let G=!1;if(F!==null){const pt=F.texture.format;G=pt===Hl||pt===kl||pt===zl}if(G){const pt=F.texture.type,St=pt===Di||pt===xs||pt===Yr||pt===$r||pt===Ol||pt===Bl,Ut=At.getClearColor(),Tt=At.getClearAlpha(),Yt=Ut.r,Kt=Ut.g,Ht=Ut.b;St?(g[0]=Yt,g[1]=Kt,g[2]=Ht,g[3]=Tt,I.clearBufferuiv(I.COLOR,0,g)):(_[0]=Yt,_[1]=Kt,_[2]=Ht,_[3]=Tt,I.clearBufferiv(I.COLOR,0,_))}else $|=I.COLOR_BUFFER_BIT}V&&($|=I.DEPTH_BUFFER_BIT),Z&&($|=I.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),I.clear($)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.dispose=function(){e.removeEventListener("webglcontextlost",mt,!1),e.removeEventListener("webglcontextrestored",Dt,!1),e.removeEventListener("webglcontextcreationerror",ht,!1),At.dispose(),et.dispose(),Ft.dispose(),Pt.dispose(),Fe.dispose(),ve.dispose(),N.dispose(),Mt.dispose(),Jt.dispose(),j.dispose(),dt.dispose(),dt.removeEventListener("sessionstart",Pe),dt.removeEventListener("sessionend",Xn),In.stop()};function mt(w){w.preventDefault(),console.log("THREE.WebGLRenderer: Context Lost."),C=!0}function Dt(){console.log("THREE.WebGLRenderer: Context Restored."),C=!1;const w=Me.autoReset,V=Lt.enabled,Z=Lt.autoUpdate,$=Lt.needsUpdate,G=Lt.type;z(),Me.autoReset=w,Lt.enabled=V,Lt.autoUpdate=Z,Lt.needsUpdate=$,Lt.type=G}function ht(w){console.error("THREE.WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function rt(w){const V=w.target;V.removeEventListener("dispose",rt),Ot(V)}function Ot(w){te(w),Pt.remove(w)}function te(w){const V=Pt.get(w).programs;V!==void 0&&(V.forEach(function(Z){j.releaseProgram(Z)}),w.isShaderMaterial&&j.releaseShaderCache(w))}this.renderBufferDirect=function(w,V,Z,$,G,pt){V===null&&(V=yt);const St=G.isMesh&&G.matrixWorld.determinant()<0,Ut=Hi(w,V,Z,$,G);Nt.setMaterial($,St);let Tt=Z.index,Yt=1;if($.wireframe===!0){if(Tt=M.getWireframeAttribute(Z),Tt===void 0)return;Yt=2}const Kt=Z.drawRange,Ht=Z.attributes.position;let re=Kt.start*Yt,pe=(Kt.start+Kt.count)*Yt;pt!==null&&(re=Math.max(re,pt.start*Yt),pe=Math.min(pe,(pt.start+pt.count)*Yt)),Tt!==null?(re=Math.max(re,0),pe=Math.min(pe,Tt.count)):Ht!=null&&(re=Math.max(re,0),pe=Math.min(pe,Ht.count));const Le=pe-re;if(Le<0||Le===1/0)return;Mt.setup(G,$,Ut,Z,Tt);let Se,ne=vt;if(Tt!==null&&(Se=D.get(Tt),ne=zt,ne.setIndex(Se)),G.isMesh)$.wireframe===!0?(Nt.setLineWidth($.wireframeLinewidth*De()),ne.setMode(I.LINES)):ne.setMode(I.TRIANGLES);else if(G.isLine){let Xt=$.linewidth;Xt===void 0&&(Xt=1),Nt.setLineWidth(Xt*De()),G.isLineSegments?ne.setMode(I.LINES):G.isLineLoop?ne.setMode(I.LINE_LOOP):ne.setMode(I.LINE_STRIP)}else G.isPoints?ne.setMode(I.POINTS):G.isSprite&&ne.setMode(I.TRIANGLES);if(G.isBatchedMesh)if(G._multiDrawInstances!==null)Jr("THREE.WebGLRenderer: renderMultiDrawInstances has been deprecated and will be removed in r184. Append to renderMultiDraw arguments and use indirection."),ne.renderMultiDrawInstances(G._multiDrawStarts,G._multiDrawCounts,G._multiDrawCount,G._multiDrawInstances);else if(jt.get("WEBGL_multi_draw"))ne.renderMultiDraw(G._multiDrawStarts,G._multiDrawCounts,G._multiDrawCount);else{const Xt=G._multiDrawStarts,Ue=G._multiDrawCounts,ce=G._multiDrawCount,xn=Tt?D.get(Tt).bytesPerElement:1,ns=Pt.get($).currentProgram.getUniforms();for(let Tn=0;Tn<ce;Tn++)ns.setValue(I,"_gl_DrawID",Tn),ne.render(Xt[Tn]/xn,Ue[Tn])}else if(G.isInstancedMesh)ne.renderInstances(re,Le,G.count);else if(Z.isInstancedBufferGeometry){const Xt=Z._maxInstanceCount!==void 0?Z._maxInstanceCount:1/0,Ue=Math.min(Z.instanceCount,Xt);ne.renderInstances(re,Le,Ue)}else ne.render(re,Le)};function Te(w,V,Z){w.transparent===!0&&w.side===Pi&&w.forceSinglePass===!1?(w.side=Pn,w.needsUpdate=!0,Ns(w,V,Z),w.side=Xi,w.needsUpdate=!0,Ns(w,V,Z),w.side=Pi):Ns(w,V,Z)}this.compile=function(w,V,Z=null){Z===null&&(Z=w),p=Ft.get(Z),p.init(V),S.push(p),Z.traverseVisible(function(G){G.isLight&&G.layers.test(V.layers)&&(p.pushLight(G),G.castShadow&&p.pushShadow(G))}),w!==Z&&w.traverseVisible(function(G){G.isLight&&G.layers.test(V.layers)&&(p.pushLight(G),G.castShadow&&p.pushShadow(G))}),p.setupLights();const $=new Set;return w.traverse(function(G){if(!(G.isMesh||G.isPoints||G.isLine||G.isSprite))return;const pt=G.material;if(pt)if(Array.isArray(pt))for(let St=0;St<pt.length;St++){const Ut=pt[St];Te(Ut,Z,G),$.add(Ut)}else Te(pt,Z,G),$.add(pt)}),p=S.pop(),$},this.compileAsync=function(w,V,Z=null){const $=this.compile(w,V,Z);return new Promise(G=>{function pt(){if($.forEach(function(St){Pt.get(St).currentProgram.isReady()&&$.delete(St)}),$.size===0){G(w);return}setTimeout(pt,10)}jt.get("KHR_parallel_shader_compile")!==null?pt():setTimeout(pt,10)})};let de=null;function dn(w){de&&de(w)}function Pe(){In.stop()}function Xn(){In.start()}const In=new Dd;In.setAnimationLoop(dn),typeof self<"u"&&In.setContext(self),this.setAnimationLoop=function(w){de=w,dt.setAnimationLoop(w),w===null?In.stop():In.start()},dt.addEventListener("sessionstart",Pe),dt.addEventListener("sessionend",Xn),this.render=function(w,V){if(V!==void 0&&V.isCamera!==!0){console.error("THREE.WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(C===!0)return;if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),V.parent===null&&V.matrixWorldAutoUpdate===!0&&V.updateMatrixWorld(),dt.enabled===!0&&dt.isPresenting===!0&&(dt.cameraAutoUpdate===!0&&dt.updateCamera(V),V=dt.getCamera()),w.isScene===!0&&w.onBeforeRender(x,w,V,F),p=Ft.get(w,S.length),p.init(V),S.push(p),nt.multiplyMatrices(V.projectionMatrix,V.matrixWorldInverse),qt.setFromProjectionMatrix(nt,gi,V.reversedDepth),tt=this.localClippingEnabled,$t=ft.init(this.clippingPlanes,tt),m=et.get(w,y.length),m.init(),y.push(m),dt.enabled===!0&&dt.isPresenting===!0){const pt=x.xr.getDepthSensingMesh();pt!==null&&yi(pt,V,-1/0,x.sortObjects)}yi(w,V,0,x.sortObjects),m.finish(),x.sortObjects===!0&&m.sort(at,K),Qt=dt.enabled===!1||dt.isPresenting===!1||dt.hasDepthSensing()===!1,Qt&&At.addToRenderList(m,w),this.info.render.frame++,$t===!0&&ft.beginShadows();const Z=p.state.shadowsArray;Lt.render(Z,w,V),$t===!0&&ft.endShadows(),this.info.autoReset===!0&&this.info.reset();const $=m.opaque,G=m.transmissive;if(p.setupLights(),V.isArrayCamera){const pt=V.cameras;if(G.length>0)for(let St=0,Ut=pt.length;St<Ut;St++){const Tt=pt[St];ki($,G,w,Tt)}Qt&&At.render(w);for(let St=0,Ut=pt.length;St<Ut;St++){const Tt=pt[St];bn(m,w,Tt,Tt.viewport)}}else G.length>0&&ki($,G,w,V),Qt&&At.render(w),bn(m,w,V);F!==null&&U===0&&(Gt.updateMultisampleRenderTarget(F),Gt.updateRenderTargetMipmap(F)),w.isScene===!0&&w.onAfterRender(x,w,V),Mt.resetDefaultState(),T=-1,b=null,S.pop(),S.length>0?(p=S[S.length-1],$t===!0&&ft.setGlobalState(x.clippingPlanes,p.state.camera)):p=null,y.pop(),y.length>0?m=y[y.length-1]:m=null};function yi(w,V,Z,$){if(w.visible===!1)return;if(w.layers.test(V.layers)){if(w.isGroup)Z=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(V);else if(w.isLight)p.pushLight(w),w.castShadow&&p.pushShadow(w);else if(w.isSprite){if(!w.frustumCulled||qt.intersectsSprite(w)){$&&kt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(nt);const St=N.update(w),Ut=w.material;Ut.visible&&m.push(w,St,Ut,Z,kt.z,null)}}else if((w.isMesh||w.isLine||w.isPoints)&&(!w.frustumCulled||qt.intersectsObject(w))){const St=N.update(w),Ut=w.material;if($&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),kt.copy(w.boundingSphere.center)):(St.boundingSphere===null&&St.computeBoundingSphere(),kt.copy(St.boundingSphere.center)),kt.applyMatrix4(w.matrixWorld).applyMatrix4(nt)),Array.isArray(Ut)){const Tt=St.groups;for(let Yt=0,Kt=Tt.length;Yt<Kt;Yt++){const Ht=Tt[Yt],re=Ut[Ht.materialIndex];re&&re.visible&&m.push(w,St,re,Z,kt.z,Ht)}}else Ut.visible&&m.push(w,St,Ut,Z,kt.z,null)}}const pt=w.children;for(let St=0,Ut=pt.length;St<Ut;St++)yi(pt[St],V,Z,$)}function bn(w,V,Z,$){const G=w.opaque,pt=w.transmissive,St=w.transparent;p.setupLightsView(Z),$t===!0&&ft.setGlobalState(x.clippingPlanes,Z),$&&Nt.viewport(P.copy($)),G.length>0&&hi(G,V,Z),pt.length>0&&hi(pt,V,Z),St.length>0&&hi(St,V,Z),Nt.buffers.depth.setTest(!0),Nt.buffers.depth.setMask(!0),Nt.buffers.color.setMask(!0),Nt.setPolygonOffset(!1)}function ki(w,V,Z,$){if((Z.isScene===!0?Z.overrideMaterial:null)!==null)return;p.state.transmissionRenderTarget[$.id]===void 0&&(p.state.transmissionRenderTarget[$.id]=new Ss(1,1,{generateMipmaps:!0,type:jt.has("EXT_color_buffer_half_float")||jt.has("EXT_color_buffer_float")?qr:Di,minFilter:vs,samples:4,stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,colorSpace:he.workingColorSpace}));const pt=p.state.transmissionRenderTarget[$.id],St=$.viewport||P;pt.setSize(St.z*x.transmissionResolutionScale,St.w*x.transmissionResolutionScale);const Ut=x.getRenderTarget(),Tt=x.getActiveCubeFace(),Yt=x.getActiveMipmapLevel();x.setRenderTarget(pt),x.getClearColor(W),X=x.getClearAlpha(),X<1&&x.setClearColor(16777215,.5),x.clear(),Qt&&At.render(Z);const Kt=x.toneMapping;x.toneMapping=qi;const Ht=$.viewport;if($.viewport!==void 0&&($.viewport=void 0),p.setupLightsView($),$t===!0&&ft.setGlobalState(x.clippingPlanes,$),hi(w,Z,$),Gt.updateMultisampleRenderTarget(pt),Gt.updateRenderTargetMipmap(pt),jt.has("WEBGL_multisampled_render_to_texture")===!1){let re=!1;for(let pe=0,Le=V.length;pe<Le;pe++){const Se=V[pe],ne=Se.object,Xt=Se.geometry,Ue=Se.material,ce=Se.group;if(Ue.side===Pi&&ne.layers.test($.layers)){const xn=Ue.side;Ue.side=Pn,Ue.needsUpdate=!0,xo(ne,Z,$,Xt,Ue,ce),Ue.side=xn,Ue.needsUpdate=!0,re=!0}}re===!0&&(Gt.updateMultisampleRenderTarget(pt),Gt.updateRenderTargetMipmap(pt))}x.setRenderTarget(Ut,Tt,Yt),x.setClearColor(W,X),Ht!==void 0&&($.viewport=Ht),x.toneMapping=Kt}function hi(w,V,Z){const $=V.isScene===!0?V.overrideMaterial:null;for(let G=0,pt=w.length;G<pt;G++){const St=w[G],Ut=St.object,Tt=St.geometry,Yt=St.group;let Kt=St.material;Kt.allowOverride===!0&&$!==null&&(Kt=$),Ut.layers.test(Z.layers)&&xo(Ut,V,Z,Tt,Kt,Yt)}}function xo(w,V,Z,$,G,pt){w.onBeforeRender(x,V,Z,$,G,pt),w.modelViewMatrix.multiplyMatrices(Z.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),G.onBeforeRender(x,V,Z,$,w,pt),G.transparent===!0&&G.side===Pi&&G.forceSinglePass===!1?(G.side=Pn,G.needsUpdate=!0,x.renderBufferDirect(Z,V,$,G,w,pt),G.side=Xi,G.needsUpdate=!0,x.renderBufferDirect(Z,V,$,G,w,pt),G.side=Pi):x.renderBufferDirect(Z,V,$,G,w,pt),w.onAfterRender(x,V,Z,$,G,pt)}function Ns(w,V,Z){V.isScene!==!0&&(V=yt);const $=Pt.get(w),G=p.state.lights,pt=p.state.shadowsArray,St=G.state.version,Ut=j.getParameters(w,G.state,pt,V,Z),Tt=j.getProgramCacheKey(Ut);let Yt=$.programs;$.environment=w.isMeshStandardMaterial?V.environment:null,$.fog=V.fog,$.envMap=(w.isMeshStandardMaterial?ve:Fe).get(w.envMap||$.environment),$.envMapRotation=$.environment!==null&&w.envMap===null?V.environmentRotation:w.envMapRotation,Yt===void 0&&(w.addEventListener("dispose",rt),Yt=new Map,$.programs=Yt);let Kt=Yt.get(Tt);if(Kt!==void 0){if($.currentProgram===Kt&&$.lightsStateVersion===St)return Fa(w,Ut),Kt}else Ut.uniforms=j.getUniforms(w),w.onBeforeCompile(Ut,x),Kt=j.acquireProgram(Ut,Tt),Yt.set(Tt,Kt),$.uniforms=Ut.uniforms;const Ht=$.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Ht.clippingPlanes=ft.uniform),Fa(w,Ut),$.needsLights=Fs(w),$.lightsStateVersion=St,$.needsLights&&(Ht.ambientLightColor.value=G.state.ambient,Ht.lightProbe.value=G.state.probe,Ht.directionalLights.value=G.state.directional,Ht.directionalLightShadows.value=G.state.directionalShadow,Ht.spotLights.value=G.state.spot,Ht.spotLightShadows.value=G.state.spotShadow,Ht.rectAreaLights.value=G.state.rectArea,Ht.ltc_1.value=G.state.rectAreaLTC1,Ht.ltc_2.value=G.state.rectAreaLTC2,Ht.pointLights.value=G.state.point,Ht.pointLightShadows.value=G.state.pointShadow,Ht.hemisphereLights.value=G.state.hemi,Ht.directionalShadowMap.value=G.state.directionalShadowMap,Ht.directionalShadowMatrix.value=G.state.directionalShadowMatrix,Ht.spotShadowMap.value=G.state.spotShadowMap,Ht.spotLightMatrix.value=G.state.spotLightMatrix,Ht.spotLightMap.value=G.state.spotLightMap,Ht.pointShadowMap.value=G.state.pointShadowMap,Ht.pointShadowMatrix.value=G.state.pointShadowMatrix),$.currentProgram=Kt,$.uniformsList=null,Kt}function Na(w){if(w.uniformsList===null){const V=w.currentProgram.getUniforms();w.uniformsList=Da.seqWithValue(V.seq,w.uniforms)}return w.uniformsList}function Fa(w,V){const Z=Pt.get(w);Z.outputColorSpace=V.outputColorSpace,Z.batching=V.batching,Z.batchingColor=V.batchingColor,Z.instancing=V.instancing,Z.instancingColor=V.instancingColor,Z.instancingMorph=V.instancingMorph,Z.skinning=V.skinning,Z.morphTargets=V.morphTargets,Z.morphNormals=V.morphNormals,Z.morphColors=V.morphColors,Z.morphTargetsCount=V.morphTargetsCount,Z.numClippingPlanes=V.numClippingPlanes,Z.numIntersection=V.numClipIntersection,Z.vertexAlphas=V.vertexAlphas,Z.vertexTangents=V.vertexTangents,Z.toneMapping=V.toneMapping}function Hi(w,V,Z,$,G){V.isScene!==!0&&(V=yt),Gt.resetTextureUnits();const pt=V.fog,St=$.isMeshStandardMaterial?V.environment:null,Ut=F===null?x.outputColorSpace:F.isXRRenderTarget===!0?F.texture.colorSpace:ys,Tt=($.isMeshStandardMaterial?ve:Fe).get($.envMap||St),Yt=$.vertexColors===!0&&!!Z.attributes.color&&Z.attributes.color.itemSize===4,Kt=!!Z.attributes.tangent&&(!!$.normalMap||$.anisotropy>0),Ht=!!Z.morphAttributes.position,re=!!Z.morphAttributes.normal,pe=!!Z.morphAttributes.color;let Le=qi;$.toneMapped&&(F===null||F.isXRRenderTarget===!0)&&(Le=x.toneMapping);const Se=Z.morphAttributes.position||Z.morphAttributes.normal||Z.morphAttributes.color,ne=Se!==void 0?Se.length:0,Xt=Pt.get($),Ue=p.state.lights;if($t===!0&&(tt===!0||w!==b)){const on=w===b&&$.id===T;ft.setState($,w,on)}let ce=!1;$.version===Xt.__version?(Xt.needsLights&&Xt.lightsStateVersion!==Ue.state.version||Xt.outputColorSpace!==Ut||G.isBatchedMesh&&Xt.batching===!1||!G.isBatchedMesh&&Xt.batching===!0||G.isBatchedMesh&&Xt.batchingColor===!0&&G.colorTexture===null||G.isBatchedMesh&&Xt.batchingColor===!1&&G.colorTexture!==null||G.isInstancedMesh&&Xt.instancing===!1||!G.isInstancedMesh&&Xt.instancing===!0||G.isSkinnedMesh&&Xt.skinning===!1||!G.isSkinnedMesh&&Xt.skinning===!0||G.isInstancedMesh&&Xt.instancingColor===!0&&G.instanceColor===null||G.isInstancedMesh&&Xt.instancingColor===!1&&G.instanceColor!==null||G.isInstancedMesh&&Xt.instancingMorph===!0&&G.morphTexture===null||G.isInstancedMesh&&Xt.instancingMorph===!1&&G.morphTexture!==null||Xt.envMap!==Tt||$.fog===!0&&Xt.fog!==pt||Xt.numClippingPlanes!==void 0&&(Xt.numClippingPlanes!==ft.numPlanes||Xt.numIntersection!==ft.numIntersection)||Xt.vertexAlphas!==Yt||Xt.vertexTangents!==Kt||Xt.morphTargets!==Ht||Xt.morphNormals!==re||Xt.morphColors!==pe||Xt.toneMapping!==Le||Xt.morphTargetsCount!==ne)&&(ce=!0):(ce=!0,Xt.__version=$.version);let xn=Xt.currentProgram;ce===!0&&(xn=Ns($,V,G));let ns=!1,Tn=!1,Os=!1;const Ie=xn.getUniforms(),wn=Xt.uniforms;if(Nt.useProgram(xn.program)&&(ns=!0,Tn=!0,Os=!0),$.id!==T&&(T=$.id,Tn=!0),ns||b!==w){Nt.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),Ie.setValue(I,"projectionMatrix",w.projectionMatrix),Ie.setValue(I,"viewMatrix",w.matrixWorldInverse);const an=Ie.map.cameraPosition;an!==void 0&&an.setValue(I,bt.setFromMatrixPosition(w.matrixWorld)),Wt.logarithmicDepthBuffer&&Ie.setValue(I,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),($.isMeshPhongMaterial||$.isMeshToonMaterial||$.isMeshLambertMaterial||$.isMeshBasicMaterial||$.isMeshStandardMaterial||$.isShaderMaterial)&&Ie.setValue(I,"isOrthographic",w.isOrthographicCamera===!0),b!==w&&(b=w,Tn=!0,Os=!0)}if(G.isSkinnedMesh){Ie.setOptional(I,G,"bindMatrix"),Ie.setOptional(I,G,"bindMatrixInverse");const on=G.skeleton;on&&(on.boneTexture===null&&on.computeBoneTexture(),Ie.setValue(I,"boneTexture",on.boneTexture,Gt))}G.isBatchedMesh&&(Ie.setOptional(I,G,"batchingTexture"),Ie.setValue(I,"batchingTexture",G._matricesTexture,Gt),Ie.setOptional(I,G,"batchingIdTexture"),Ie.setValue(I,"batchingIdTexture",G._indirectTexture,Gt),Ie.setOptional(I,G,"batchingColorTexture"),G._colorsTexture!==null&&Ie.setValue(I,"batchingColorTexture",G._colorsTexture,Gt));const Nn=Z.morphAttributes;if((Nn.position!==void 0||Nn.normal!==void 0||Nn.color!==void 0)&&lt.update(G,Z,xn),(Tn||Xt.receiveShadow!==G.receiveShadow)&&(Xt.receiveShadow=G.receiveShadow,Ie.setValue(I,"receiveShadow",G.receiveShadow)),$.isMeshGouraudMaterial&&$.envMap!==null&&(wn.envMap.value=Tt,wn.flipEnvMap.value=Tt.isCubeTexture&&Tt.isRenderTargetTexture===!1?-1:1),$.isMeshStandardMaterial&&$.envMap===null&&V.environment!==null&&(wn.envMapIntensity.value=V.environmentIntensity),Tn&&(Ie.setValue(I,"toneMappingExposure",x.toneMappingExposure),Xt.needsLights&&vh(wn,Os),pt&&$.fog===!0&&it.refreshFogUniforms(wn,pt),it.refreshMaterialUniforms(wn,$,Q,J,p.state.transmissionRenderTarget[w.id]),Da.upload(I,Na(Xt),wn,Gt)),$.isShaderMaterial&&$.uniformsNeedUpdate===!0&&(Da.upload(I,Na(Xt),wn,Gt),$.uniformsNeedUpdate=!1),$.isSpriteMaterial&&Ie.setValue(I,"center",G.center),Ie.setValue(I,"modelViewMatrix",G.modelViewMatrix),Ie.setValue(I,"normalMatrix",G.normalMatrix),Ie.setValue(I,"modelMatrix",G.matrixWorld),$.isShaderMaterial||$.isRawShaderMaterial){const on=$.uniformsGroups;for(let an=0,is=on.length;an<is;an++){const ti=on[an];Jt.update(ti,xn),Jt.bind(ti,xn)}}return xn}function vh(w,V){w.ambientLightColor.needsUpdate=V,w.lightProbe.needsUpdate=V,w.directionalLights.needsUpdate=V,w.directionalLightShadows.needsUpdate=V,w.pointLights.needsUpdate=V,w.pointLightShadows.needsUpdate=V,w.spotLights.needsUpdate=V,w.spotLightShadows.needsUpdate=V,w.rectAreaLights.needsUpdate=V,w.hemisphereLights.needsUpdate=V}function Fs(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return A},this.getActiveMipmapLevel=function(){return U},this.getRenderTarget=function(){return F},this.setRenderTargetTextures=function(w,V,Z){const $=Pt.get(w);$.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,$.__autoAllocateDepthBuffer===!1&&($.__useRenderToTexture=!1),Pt.get(w.texture).__webglTexture=V,Pt.get(w.depthTexture).__webglTexture=$.__autoAllocateDepthBuffer?void 0:Z,$.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,V){const Z=Pt.get(w);Z.__webglFramebuffer=V,Z.__useDefaultFramebuffer=V===void 0};const Oa=I.createFramebuffer();this.setRenderTarget=function(w,V=0,Z=0){F=w,A=V,U=Z;let $=!0,G=null,pt=!1,St=!1;if(w){const Tt=Pt.get(w);if(Tt.__useDefaultFramebuffer!==void 0)Nt.bindFramebuffer(I.FRAMEBUFFER,null),$=!1;else if(Tt.__webglFramebuffer===void 0)Gt.setupRenderTarget(w);else if(Tt.__hasExternalTextures)Gt.rebindTextures(w,Pt.get(w.texture).__webglTexture,Pt.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){const Ht=w.depthTexture;if(Tt.__boundDepthTexture!==Ht){if(Ht!==null&&Pt.has(Ht)&&(w.width!==Ht.image.width||w.height!==Ht.image.height))throw new Error("WebGLRenderTarget: Attached DepthTexture is initialized to the incorrect size.");Gt.setupDepthRenderbuffer(w)}}const Yt=w.texture;(Yt.isData3DTexture||Yt.isDataArrayTexture||Yt.isCompressedArrayTexture)&&(St=!0);const Kt=Pt.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(Kt[V])?G=Kt[V][Z]:G=Kt[V],pt=!0):w.samples>0&&Gt.useMultisampledRTT(w)===!1?G=Pt.get(w).__webglMultisampledFramebuffer:Array.isArray(Kt)?G=Kt[Z]:G=Kt,P.copy(w.viewport),B.copy(w.scissor),H=w.scissorTest}else P.copy(ut).multiplyScalar(Q).floor(),B.copy(xt).multiplyScalar(Q).floor(),H=gt;if(Z!==0&&(G=Oa),Nt.bindFramebuffer(I.FRAMEBUFFER,G)&&$&&Nt.drawBuffers(w,G),Nt.viewport(P),Nt.scissor(B),Nt.setScissorTest(H),pt){const Tt=Pt.get(w.texture);I.framebufferTexture2D(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_CUBE_MAP_POSITIVE_X+V,Tt.__webglTexture,Z)}else if(St){const Tt=V;for(let Yt=0;Yt<w.textures.length;Yt++){const Kt=Pt.get(w.textures[Yt]);I.framebufferTextureLayer(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0+Yt,Kt.__webglTexture,Z,Tt)}}else if(w!==null&&Z!==0){const Tt=Pt.get(w.texture);I.framebufferTexture2D(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,Tt.__webglTexture,Z)}T=-1},this.readRenderTargetPixels=function(w,V,Z,$,G,pt,St,Ut=0){if(!(w&&w.isWebGLRenderTarget)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Tt=Pt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&St!==void 0&&(Tt=Tt[St]),Tt){Nt.bindFramebuffer(I.FRAMEBUFFER,Tt);try{const Yt=w.textures[Ut],Kt=Yt.format,Ht=Yt.type;if(!Wt.textureFormatReadable(Kt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(!Wt.textureTypeReadable(Ht)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}V>=0&&V<=w.width-$&&Z>=0&&Z<=w.height-G&&(w.textures.length>1&&I.readBuffer(I.COLOR_ATTACHMENT0+Ut),I.readPixels(V,Z,$,G,Bt.convert(Kt),Bt.convert(Ht),pt))}finally{const Yt=F!==null?Pt.get(F).__webglFramebuffer:null;Nt.bindFramebuffer(I.FRAMEBUFFER,Yt)}}},this.readRenderTargetPixelsAsync=async function(w,V,Z,$,G,pt,St,Ut=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Tt=Pt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&St!==void 0&&(Tt=Tt[St]),Tt)if(V>=0&&V<=w.width-$&&Z>=0&&Z<=w.height-G){Nt.bindFramebuffer(I.FRAMEBUFFER,Tt);const Yt=w.textures[Ut],Kt=Yt.format,Ht=Yt.type;if(!Wt.textureFormatReadable(Kt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(!Wt.textureTypeReadable(Ht))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");const re=I.createBuffer();I.bindBuffer(I.PIXEL_PACK_BUFFER,re),I.bufferData(I.PIXEL_PACK_BUFFER,pt.byteLength,I.STREAM_READ),w.textures.length>1&&I.readBuffer(I.COLOR_ATTACHMENT0+Ut),I.readPixels(V,Z,$,G,Bt.convert(Kt),Bt.convert(Ht),0);const pe=F!==null?Pt.get(F).__webglFramebuffer:null;Nt.bindFramebuffer(I.FRAMEBUFFER,pe);const Le=I.fenceSync(I.SYNC_GPU_COMMANDS_COMPLETE,0);return I.flush(),await Z_(I,Le,4),I.bindBuffer(I.PIXEL_PACK_BUFFER,re),I.getBufferSubData(I.PIXEL_PACK_BUFFER,0,pt),I.deleteBuffer(re),I.deleteSync(Le),pt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,V=null,Z=0){const $=Math.pow(2,-Z),G=Math.floor(w.image.width*$),pt=Math.floor(w.image.height*$),St=V!==null?V.x:0,Ut=V!==null?V.y:0;Gt.setTexture2D(w,0),I.copyTexSubImage2D(I.TEXTURE_2D,Z,0,0,St,Ut,G,pt),Nt.unbindTexture()};const Mi=I.createFramebuffer(),sn=I.createFramebuffer();this.copyTextureToTexture=function(w,V,Z=null,$=null,G=0,pt=null){pt===null&&(G!==0?(Jr("WebGLRenderer: copyTextureToTexture function signature has changed to support src and dst mipmap levels."),pt=G,G=0):pt=0);let St,Ut,Tt,Yt,Kt,Ht,re,pe,Le;const Se=w.isCompressedTexture?w.mipmaps[pt]:w.image;if(Z!==null)St=Z.max.x-Z.min.x,Ut=Z.max.y-Z.min.y,Tt=Z.isBox3?Z.max.z-Z.min.z:1,Yt=Z.min.x,Kt=Z.min.y,Ht=Z.isBox3?Z.min.z:0;else{const Nn=Math.pow(2,-G);St=Math.floor(Se.width*Nn),Ut=Math.floor(Se.height*Nn),w.isDataArrayTexture?Tt=Se.depth:w.isData3DTexture?Tt=Math.floor(Se.depth*Nn):Tt=1,Yt=0,Kt=0,Ht=0}$!==null?(re=$.x,pe=$.y,Le=$.z):(re=0,pe=0,Le=0);const ne=Bt.convert(V.format),Xt=Bt.convert(V.type);let Ue;V.isData3DTexture?(Gt.setTexture3D(V,0),Ue=I.TEXTURE_3D):V.isDataArrayTexture||V.isCompressedArrayTexture?(Gt.setTexture2DArray(V,0),Ue=I.TEXTURE_2D_ARRAY):(Gt.setTexture2D(V,0),Ue=I.TEXTURE_2D),I.pixelStorei(I.UNPACK_FLIP_Y_WEBGL,V.flipY),I.pixelStorei(I.UNPACK_PREMULTIPLY_ALPHA_WEBGL,V.premultiplyAlpha),I.pixelStorei(I.UNPACK_ALIGNMENT,V.unpackAlignment);const ce=I.getParameter(I.UNPACK_ROW_LENGTH),xn=I.getParameter(I.UNPACK_IMAGE_HEIGHT),ns=I.getParameter(I.UNPACK_SKIP_PIXELS),Tn=I.getParameter(I.UNPACK_SKIP_ROWS),Os=I.getParameter(I.UNPACK_SKIP_IMAGES);I.pixelStorei(I.UNPACK_ROW_LENGTH,Se.width),I.pixelStorei(I.UNPACK_IMAGE_HEIGHT,Se.height),I.pixelStorei(I.UNPACK_SKIP_PIXELS,Yt),I.pixelStorei(I.UNPACK_SKIP_ROWS,Kt),I.pixelStorei(I.UNPACK_SKIP_IMAGES,Ht);const Ie=w.isDataArrayTexture||w.isData3DTexture,wn=V.isDataArrayTexture||V.isData3DTexture;if(w.isDepthTexture){const Nn=Pt.get(w),on=Pt.get(V),an=Pt.get(Nn.__renderTarget),is=Pt.get(on.__renderTarget);Nt.bindFramebuffer(I.READ_FRAMEBUFFER,an.__webglFramebuffer),Nt.bindFramebuffer(I.DRAW_FRAMEBUFFER,is.__webglFramebuffer);for(let ti=0;ti<Tt;ti++)Ie&&(I.framebufferTextureLayer(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,Pt.get(w).__webglTexture,G,Ht+ti),I.framebufferTextureLayer(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,Pt.get(V).__webglTexture,pt,Le+ti)),I.blitFramebuffer(Yt,Kt,St,Ut,re,pe,St,Ut,I.DEPTH_BUFFER_BIT,I.NEAREST);Nt.bindFramebuffer(I.READ_FRAMEBUFFER,null),Nt.bindFramebuffer(I.DRAW_FRAMEBUFFER,null)}else if(G!==0||w.isRenderTargetTexture||Pt.has(w)){const Nn=Pt.get(w),on=Pt.get(V);Nt.bindFramebuffer(I.READ_FRAMEBUFFER,Mi),Nt.bindFramebuffer(I.DRAW_FRAMEBUFFER,sn);for(let an=0;an<Tt;an++)Ie?I.framebufferTextureLayer(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,Nn.__webglTexture,G,Ht+an):I.framebufferTexture2D(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,Nn.__webglTexture,G),wn?I.framebufferTextureLayer(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,on.__webglTexture,pt,Le+an):I.framebufferTexture2D(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,on.__webglTexture,pt),G!==0?I.blitFramebuffer(Yt,Kt,St,Ut,re,pe,St,Ut,I.COLOR_BUFFER_BIT,I.NEAREST):wn?I.copyTexSubImage3D(Ue,pt,re,pe,Le+an,Yt,Kt,St,Ut):I.copyTexSubImage2D(Ue,pt,re,pe,Yt,Kt,St,Ut);Nt.bindFramebuffer(I.READ_FRAMEBUFFER,null),Nt.bindFramebuffer(I.DRAW_FRAMEBUFFER,null)}else wn?w.isDataTexture||w.isData3DTexture?I.texSubImage3D(Ue,pt,re,pe,Le,St,Ut,Tt,ne,Xt,Se.data):V.isCompressedArrayTexture?I.compressedTexSubImage3D(Ue,pt,re,pe,Le,St,Ut,Tt,ne,Se.data):I.texSubImage3D(Ue,pt,re,pe,Le,St,Ut,Tt,ne,Xt,Se):w.isDataTexture?I.texSubImage2D(I.TEXTURE_2D,pt,re,pe,St,Ut,ne,Xt,Se.data):w.isCompressedTexture?I.compressedTexSubImage2D(I.TEXTURE_2D,pt,re,pe,Se.width,Se.height,ne,Se.data):I.texSubImage2D(I.TEXTURE_2D,pt,re,pe,St,Ut,ne,Xt,Se);I.pixelStorei(I.UNPACK_ROW_LENGTH,ce),I.pixelStorei(I.UNPACK_IMAGE_HEIGHT,xn),I.pixelStorei(I.UNPACK_SKIP_PIXELS,ns),I.pixelStorei(I.UNPACK_SKIP_ROWS,Tn),I.pixelStorei(I.UNPACK_SKIP_IMAGES,Os),pt===0&&V.generateMipmaps&&I.generateMipmap(Ue),Nt.unbindTexture()},this.initRenderTarget=function(w){Pt.get(w).__webglFramebuffer===void 0&&Gt.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?Gt.setTextureCube(w,0):w.isData3DTexture?Gt.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?Gt.setTexture2DArray(w,0):Gt.setTexture2D(w,0),Nt.unbindTexture()},this.resetState=function(){A=0,U=0,F=null,Nt.reset(),Mt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return gi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;const e=this.getContext();e.drawingBufferColorSpace=he._getDrawingBufferColorSpace(t),e.unpackColorSpace=he._getUnpackColorSpace()}}const op={type:"change"},hh={type:"start"},ap={type:"end"},Ua=new hr,lp=new es,mS=Math.cos(70*K_.DEG2RAD),nn=new O,Un=2*Math.PI,be={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},uh=1e-6;class gS extends uv{constructor(t,e=null){super(t,e),this.state=be.NONE,this.target=new O,this.cursor=new O,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Zs.ROTATE,MIDDLE:Zs.DOLLY,RIGHT:Zs.PAN},this.touches={ONE:Js.ROTATE,TWO:Js.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._domElementKeyEvents=null,this._lastPosition=new O,this._lastQuaternion=new Li,this._lastTargetPosition=new O,this._quat=new Li().setFromUnitVectors(t.up,new O(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Cd,this._sphericalDelta=new Cd,this._scale=1,this._panOffset=new O,this._rotateStart=new Rt,this._rotateEnd=new Rt,this._rotateDelta=new Rt,this._panStart=new Rt,this._panEnd=new Rt,this._panDelta=new Rt,this._dollyStart=new Rt,this._dollyEnd=new Rt,this._dollyDelta=new Rt,this._dollyDirection=new O,this._mouse=new Rt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=vS.bind(this),this._onPointerDown=_S.bind(this),this._onPointerUp=xS.bind(this),this._onContextMenu=wS.bind(this),this._onMouseWheel=SS.bind(this),this._onKeyDown=ES.bind(this),this._onTouchStart=bS.bind(this),this._onTouchMove=TS.bind(this),this._onMouseDown=yS.bind(this),this._onMouseMove=MS.bind(this),this._interceptControlDown=AS.bind(this),this._interceptControlUp=RS.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.getRootNode().addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.getRootNode().removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.style.touchAction="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(op),this.update(),this.state=be.NONE}update(t=null){const e=this.object.position;nn.copy(e).sub(this.target),nn.applyQuaternion(this._quat),this._spherical.setFromVector3(nn),this.autoRotate&&this.state===be.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=Un:n>Math.PI&&(n-=Un),s<-Math.PI?s+=Un:s>Math.PI&&(s-=Un),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{const o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(nn.setFromSpherical(this._spherical),nn.applyQuaternion(this._quatInverse),e.copy(this.target).add(nn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){const a=nn.length();o=this._clampDistance(a*this._scale);const l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){const a=new O(this._mouse.x,this._mouse.y,0);a.unproject(this.object);const l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;const c=new O(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=nn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Ua.origin.copy(this.object.position),Ua.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Ua.direction))<mS?this.object.lookAt(this.target):(lp.setFromNormalAndCoplanarPoint(this.object.up,this.target),Ua.intersectPlane(lp,this.target))))}else if(this.object.isOrthographicCamera){const o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>uh||8*(1-this._lastQuaternion.dot(this.object.quaternion))>uh||this._lastTargetPosition.distanceToSquared(this.target)>uh?(this.dispatchEvent(op),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?Un/60*this.autoRotateSpeed*t:Un/60/60*this.autoRotateSpeed}_getZoomScale(t){const e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){nn.setFromMatrixColumn(e,0),nn.multiplyScalar(-t),this._panOffset.add(nn)}_panUp(t,e){this.screenSpacePanning===!0?nn.setFromMatrixColumn(e,1):(nn.setFromMatrixColumn(e,0),nn.crossVectors(this.object.up,nn)),nn.multiplyScalar(t),this._panOffset.add(nn)}_pan(t,e){const n=this.domElement;if(this.object.isPerspectiveCamera){const s=this.object.position;nn.copy(s).sub(this.target);let r=nn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;const n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientX),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);const e=this.domElement;this._rotateLeft(Un*this._rotateDelta.x/e.clientHeight),this._rotateUp(Un*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(Un*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-Un*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(Un*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-Un*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{const e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{const e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){const e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{const n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);const e=this.domElement;this._rotateLeft(Un*this._rotateDelta.x/e.clientHeight),this._rotateUp(Un*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{const e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){const e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);const o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new Rt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){const e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){const e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}}function _S(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.addEventListener("pointermove",this._onPointerMove),this.domElement.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i)))}function vS(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function xS(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(ap),this.state=be.NONE;break;case 1:const t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function yS(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case Zs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=be.DOLLY;break;case Zs.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=be.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=be.ROTATE}break;case Zs.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=be.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=be.PAN}break;default:this.state=be.NONE}this.state!==be.NONE&&this.dispatchEvent(hh)}function MS(i){switch(this.state){case be.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case be.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case be.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function SS(i){this.enabled===!1||this.enableZoom===!1||this.state!==be.NONE||(i.preventDefault(),this.dispatchEvent(hh),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(ap))}function ES(i){this.enabled!==!1&&this._handleKeyDown(i)}function bS(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case Js.ROTATE:if(this.enableRotate===!1)return;this._handleTouchStartRotate(i),this.state=be.TOUCH_ROTATE;break;case Js.PAN:if(this.enablePan===!1)return;this._handleTouchStartPan(i),this.state=be.TOUCH_PAN;break;default:this.state=be.NONE}break;case 2:switch(this.touches.TWO){case Js.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=be.TOUCH_DOLLY_PAN;break;case Js.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=be.TOUCH_DOLLY_ROTATE;break;default:this.state=be.NONE}break;default:this.state=be.NONE}this.state!==be.NONE&&this.dispatchEvent(hh)}function TS(i){switch(this._trackPointer(i),this.state){case be.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case be.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case be.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case be.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=be.NONE}}function wS(i){this.enabled!==!1&&i.preventDefault()}function AS(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.getRootNode().addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function RS(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.getRootNode().removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}const CS=Math.cos(38*Math.PI/180);function PS(i,t){return NS(US(i,t<100?36:t<800?20:10))}function DS(i){const t=i.radius??0;switch(i.kind){case"sphere":case"disc":return t;case"box":return Math.hypot(...i.half);case"capsule":return i.half+t;case"cylinder":case"cone":return Math.hypot(i.half,t);case"ellipsoid":return Math.max(...i.axes??[0]);case"polygon":return Math.max(...(i.points??[]).map(([e,n])=>Math.hypot(e,n)))+t;case"hull":case"mesh":{let e=0;const n=i.vertices??[];for(let s=0;s<n.length;s+=3)e=Math.max(e,Math.hypot(n[s],n[s+1],n[s+2]));return e}default:return 0}}function LS(i){let t=[1/0,1/0,1/0],e=[-1/0,-1/0,-1/0];if(i.vertices||i.points){const n=i.vertices??(i.points??[]).flatMap(([r,o])=>[r,o,0]);for(let r=0;r<n.length;r++)t[r%3]=Math.min(t[r%3],n[r]),e[r%3]=Math.max(e[r%3],n[r]);const s=i.radius??0;[t,e]=[t.map(r=>r-s),e.map(r=>r+s)]}else{const n=i.radius??0,s=i.half,o={box:i.half,ellipsoid:i.axes,capsule:[n,n,s+n],cylinder:[n,n,s],cone:[n,n,s],sphere:[n,n,n],disc:[n,n,0]}[i.kind];if(!o)return[];[t,e]=[o.map(a=>-a),[...o]]}return Array.from({length:8},(n,s)=>[0,1,2].map(r=>s>>r&1?e[r]:t[r]))}function US(i,t){const e=i.radius??0,n=i.half;switch(i.kind){case"box":{const[s,r,o]=i.half;return new vr(2*s,2*r,2*o).toNonIndexed()}case"capsule":return new Wc(e,2*n,Math.ceil(t/6),t).rotateX(Math.PI/2).toNonIndexed();case"cylinder":return new Ea(e,e,2*n,t).rotateX(Math.PI/2).toNonIndexed();case"cone":return new Xc(e,2*n,t).rotateX(Math.PI/2).toNonIndexed();case"ellipsoid":{const[s,r,o]=i.axes??[1,1,1],a=new th(1,t,Math.ceil(.6*t)).scale(s,r,o),l=a.getAttribute("position"),c=a.getAttribute("normal");for(let u=0;u<l.count;u++){const h=[l.getX(u)/(s*s),l.getY(u)/(r*r),l.getZ(u)/(o*o)],f=Math.hypot(h[0],h[1],h[2])||1;c.setXYZ(u,h[0]/f,h[1]/f,h[2]/f)}return a.toNonIndexed()}case"polygon":return IS(i.points??[],e);default:{const s=new Ke;s.setAttribute("position",new He(Float32Array.from(i.vertices??[]),3)),s.setIndex(i.triangles??[]);const r=s.toNonIndexed();return r.computeVertexNormals(),r}}}function IS(i,t){const e=[],n=i.length,s=Math.max(...i.map(([a,l])=>Math.hypot(a,l)),1e-12),r=t>0?t:n===2?s*.01:0;if(r===0)e.push(...i);else{const a=i.map(([l,c],u)=>{const[h,f]=i[(u+1)%n];return Math.atan2(-(h-l),f-c)});i.forEach(([l,c],u)=>{const h=a[(u+n-1)%n];let f=a[u]-h;for(;f<0;)f+=2*Math.PI;const d=Math.max(1,Math.ceil(f/.2));for(let g=0;g<=d;g++){const _=h+f*g/d;e.push([l+r*Math.cos(_),c+r*Math.sin(_)])}})}const o=new xd;return e.forEach(([a,l],c)=>c?o.lineTo(a,l):o.moveTo(a,l)),new Qc(o).toNonIndexed()}function NS(i){const t=i.getAttribute("position"),e=t.count;i.computeBoundingSphere();const n=(i.boundingSphere?.radius??1)*1e-5||1,s=new Map,r=h=>{const f=[t.getX(h),t.getY(h),t.getZ(h)].map(g=>Math.round(g/n)).join(),d=s.get(f)??s.size;return s.set(f,d),d},o=Array.from({length:e},(h,f)=>r(f)),a=h=>{const f=x=>[t.getX(3*h+x),t.getY(3*h+x),t.getZ(3*h+x)],[d,g,_]=[f(0),f(1),f(2)],m=[g[0]-d[0],g[1]-d[1],g[2]-d[2]],p=[_[0]-d[0],_[1]-d[1],_[2]-d[2]],y=[m[1]*p[2]-m[2]*p[1],m[2]*p[0]-m[0]*p[2],m[0]*p[1]-m[1]*p[0]],S=Math.hypot(y[0],y[1],y[2])||1;return[y[0]/S,y[1]/S,y[2]/S]},l=new Map,c=(h,f)=>{const[d,g]=[o[3*h+(f+1)%3],o[3*h+(f+2)%3]];return d<g?`${d},${g}`:`${g},${d}`};for(let h=0;h<e/3;h++){const f=a(h);for(let d=0;d<3;d++)l.set(c(h,d),[...l.get(c(h,d))??[],f])}const u=new Float32Array(3*e);for(let h=0;h<e/3;h++)for(let f=0;f<3;f++){const d=l.get(c(h,f))??[],[g,_]=d,m=d.length===2&&g[0]*_[0]+g[1]*_[1]+g[2]*_[2]>CS;for(let p=0;p<3;p++)u[3*(3*h+p)+f]=m||p===f?1:0}return i.setAttribute("bary",new He(u,3)),i.getAttribute("normal")||i.computeVertexNormals(),i.deleteAttribute("uv"),i}function FS(i,t){const e=t.getAttribute("position"),[n,s,r,o]=[new O,new O,new O,new O];let a=null;for(let l=0;l<e.count;l+=3){if(n.fromBufferAttribute(e,l),s.fromBufferAttribute(e,l+1),r.fromBufferAttribute(e,l+2),!i.intersectTriangle(n,s,r,!1,o))continue;const c=o.distanceTo(i.origin);(a===null||c<a)&&(a=c)}return a}function OS(i){const t=i.map(o=>o.geometry?.getAttribute("position").count??0),e=t.reduce((o,a)=>o+a,0),n=new Ke;for(const o of["position","normal","bary"]){const a=new Float32Array(3*e);let l=0;for(const c of i){if(!c.geometry)continue;const u=c.geometry.getAttribute(o).array;a.set(u,l),l+=u.length}n.setAttribute(o,new He(a,3))}const s=new Float32Array(e);let r=0;return t.forEach((o,a)=>s.fill(a,r,r+=o)),n.setAttribute("part",new He(s,1)),n}function BS(i){const t=i.map((o,a)=>o.geometry?-1:a).filter(o=>o>=0),e=new Float32Array(12*t.length),n=new Float32Array(4*t.length),s=new Uint32Array(6*t.length);t.forEach((o,a)=>{e.set([-1,-1,0,1,-1,0,1,1,0,-1,1,0],12*a),n.fill(o,4*a,4*a+4),s.set([0,1,2,0,2,3].map(l=>l+4*a),6*a)});const r=new Ke;return r.setAttribute("position",new He(e,3)),r.setAttribute("part",new He(n,1)),r.setIndex(new He(s,1)),r}const mo=1024;class cp{constructor(t,e){this.texels=t,this.data=new Float32Array(0),this.reserve(Math.max(1,e))}reserve(t){const e=t*this.texels;if(e*4<=this.data.length)return!1;const n=Math.ceil(e/mo),s=new Float32Array(4*mo*n);return s.set(this.data),this.data=s,this.texture?.dispose(),this.texture=new E0(s,mo,n,Zn,mi),this.texture.minFilter=this.texture.magFilter=Dn,this.texture.needsUpdate=!0,!0}set(t,e,n,s,r,o){const a=4*(t*this.texels+e);this.data[a]=n,this.data[a+1]=s,this.data[a+2]=r,this.data[a+3]=o}finish(){this.texture.needsUpdate=!0}}const fh=`
uniform highp sampler2D uTable;
vec4 cell(float row, int texels, int k) {
  int at = int(row + 0.5) * texels + k;
  return texelFetch(uTable, ivec2(at % ${mo}, at / ${mo}), 0);
}`,dh=`
uniform vec3 uKey;
uniform vec3 uUp;
uniform vec3 uGhost;
uniform float uGhosting;
uniform float uFlat;
vec3 lit(vec3 tint, vec3 n) {
  float key = max(dot(n, uKey), 0.0);
  float sky = 0.5 + 0.5 * dot(n, uUp);
  vec3 c = tint * (0.52 + 0.24 * sky + 0.36 * key);
  return mix(mix(c, tint, uFlat), uGhost, uGhosting);
}`,Ia=`
${fh}
attribute float part;
vec3 turned(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}`,hp=`
${Ia}
attribute vec3 bary;
varying vec3 vNormal;
varying vec3 vBary;
varying vec3 vTint;
void main() {
  vec4 at = cell(part, 3, 0);
  vec4 turn = cell(part, 3, 1);
  vBary = bary;
  vTint = cell(part, 3, 2).rgb;
  vNormal = turned(turn, normal);
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(at.xyz + turned(turn, position), 1.0);
}`,zS=`
${dh}
uniform float uLine;
varying vec3 vNormal;
varying vec3 vBary;
varying vec3 vTint;
void main() {
  vec3 n = normalize(vNormal);
  if (!gl_FrontFacing) n = -n;
  vec3 c = lit(vTint, n);
  vec3 d = fwidth(vBary) * uLine;
  vec3 a = smoothstep(d * 0.35, d, vBary);
  float edge = 1.0 - min(min(a.x, a.y), a.z);
  gl_FragColor = vec4(mix(c, c * mix(0.52, 0.62, uFlat), edge * 0.75 * (1.0 - 0.6 * uGhosting)), 1.0);
}`,kS=`
${Ia}
varying vec3 vView;
varying vec3 vTint;
flat varying vec3 vCenter;
flat varying float vRadius;
flat varying vec4 vTurn;
varying vec2 vUv;
void main() {
  vec4 ball = cell(part, 3, 0);
  vTint = cell(part, 3, 2).rgb;
  vRadius = ball.w;
  vTurn = cell(part, 3, 1);
  vUv = position.xy;
  vec4 center = viewMatrix * modelMatrix * vec4(ball.xyz, 1.0);
  vCenter = center.xyz;
  // Seen in perspective a ball covers a little more than its disc.
  float far = dot(center.xyz, center.xyz);
  float grow = isOrthographic ? 1.0 : 1.0 / sqrt(max(1.0 - ball.w * ball.w / far, 0.04));
  vec4 p = center;
  if (isOrthographic) {
    p.xy += position.xy * ball.w;
  } else {
    vec3 z = normalize(center.xyz);
    vec3 x = normalize(cross(vec3(0.0, 1.0, 0.0), z));
    vec3 y = cross(z, x);
    p.xyz += (x * position.x + y * position.y) * ball.w * grow;
  }
  vView = p.xyz;
  gl_Position = projectionMatrix * p;
}`,HS=`
${dh}
uniform mat4 projectionMatrix;
uniform mat4 uToWorld;
varying vec3 vView;
varying vec3 vTint;
flat varying vec3 vCenter;
flat varying float vRadius;
flat varying vec4 vTurn;
varying vec2 vUv;
void main() {
  vec3 n;
  vec3 hit;
  if (isOrthographic) {
    float s = dot(vUv, vUv);
    if (s > 1.0) discard;
    n = vec3(vUv, sqrt(1.0 - s));
    hit = vCenter + n * vRadius;
  } else {
    vec3 ray = normalize(vView);
    float b = dot(ray, vCenter);
    float c = dot(vCenter, vCenter) - vRadius * vRadius;
    float disc = b * b - c;
    if (disc < 0.0) discard;
    hit = ray * (b - sqrt(disc));
    n = (hit - vCenter) / vRadius;
  }
  vec3 w = mat3(uToWorld) * n;
  // How the ball is turned shows in two shades.
  vec3 t = cross(-vTurn.xyz, w) * 2.0;
  vec3 body = w + vTurn.w * t + cross(-vTurn.xyz, t);
  float shade = sign(body.x * body.y * body.z) > 0.0 ? 1.0 : 0.9;
  gl_FragColor = vec4(lit(vTint * shade, w), 1.0);
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
}`,VS=`
${Ia}
uniform float uTall;
uniform vec3 uGhost;
uniform float uGhosting;
flat varying vec3 vTint;
void main() {
  vec4 ball = cell(part, 3, 0);
  vTint = cell(part, 3, 2).rgb;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(ball.xyz, 1.0);
  gl_PointSize = max(1.5, ball.w * projectionMatrix[1][1] * uTall / gl_Position.w);
}`,GS=`
uniform vec3 uKeySeen;
uniform vec3 uUpSeen;
uniform vec3 uGhost;
uniform float uGhosting;
flat varying vec3 vTint;
void main() {
  vec2 u = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
  float s = 1.0 - dot(u, u);
  if (s < 0.0) discard;
  vec3 n = vec3(u, sqrt(s));
  float light = 0.64 + 0.12 * dot(n, uUpSeen) + 0.36 * max(dot(n, uKeySeen), 0.0);
  gl_FragColor = vec4(mix(vTint * light, uGhost, uGhosting), 1.0);
}`,WS=`
${dh}
uniform float uLine;
varying vec3 vView;
varying vec3 vTint;
flat varying vec3 vCenter;
flat varying float vRadius;
flat varying vec4 vTurn;
varying vec2 vUv;
void main() {
  float s = length(vUv);
  float px = fwidth(s);
  if (s > 1.0) discard;
  vec2 axis = vec2(vTurn.w * vTurn.w - vTurn.z * vTurn.z, 2.0 * vTurn.w * vTurn.z);
  float along = dot(vUv, axis);
  float across = abs(dot(vUv, vec2(-axis.y, axis.x)));
  float rim = smoothstep(1.0 - px * uLine, 1.0 - px * uLine * 0.35, s);
  float spoke = along > 0.0 ? 1.0 - smoothstep(px * 0.5, px * 1.2, across) : 0.0;
  float line = max(rim, spoke * 0.8 * step(px, 0.2));
  vec3 c = lit(vTint, vec3(0.0, 0.0, 1.0));
  gl_FragColor = vec4(mix(c, c * 0.62, line * 0.75), smoothstep(1.0, 1.0 - px, s));
}`,XS=`
varying vec3 vWorld;
varying vec2 vLocal;
void main() {
  vec4 w = modelMatrix * vec4(position, 1.0);
  vWorld = w.xyz;
  vLocal = position.xy;
  gl_Position = projectionMatrix * viewMatrix * w;
}`,YS=`
uniform vec3 uColour;
uniform vec3 uLineColour;
uniform float uCell;
uniform float uFade;
uniform vec2 uOrigin;
uniform vec4 uOthers[8];
varying vec3 vWorld;
varying vec2 vLocal;
float grid(vec2 p, float cell) {
  vec2 q = p / cell;
  vec2 d = fwidth(q);
  vec2 g = abs(fract(q - 0.5) - 0.5) / d;
  float line = 1.0 - min(min(g.x, g.y), 1.0);
  return line * (1.0 - smoothstep(0.15, 0.5, max(d.x, d.y)));
}
void main() {
#if OTHERS > 0
  for (int k = 0; k < OTHERS; k++) if (dot(uOthers[k].xyz, vWorld) < uOthers[k].w) discard;
#endif
  float fade = 1.0 - smoothstep(0.35, 1.0, length(vLocal) / uFade);
  if (fade <= 0.002) discard;
  vec2 p = vLocal + uOrigin;
#ifdef COARSE
  float line = grid(p, 5.0 * uCell);
#else
  float line = max(0.45 * grid(p, uCell), grid(p, 5.0 * uCell));
#endif
  gl_FragColor = vec4(mix(uColour, uLineColour, line), fade);
}`,qS=`
uniform vec3 uColour;
uniform vec3 uLineColour;
uniform float uFade;
varying vec3 vWorld;
varying vec2 vLocal;
void main() {
  float px = fwidth(vLocal.y);
  float depth = -vLocal.y;
  float line = 1.0 - smoothstep(px, px * 2.0, depth);
  float fill = 1.0 - smoothstep(0.0, 1.0, depth / (0.2 * uFade));
  float side = 1.0 - smoothstep(0.7, 1.0, abs(vLocal.x) / (3.0 * uFade));
  gl_FragColor = vec4(mix(uColour, uLineColour, line), side * max(line, fill));
}`,$S=`
${fh}
attribute float part;
uniform vec2 uScreen;
varying vec4 vPaint;
void main() {
  vec3 corner = position;
  vec4 first = cell(part, 3, 0);
  vec4 second = cell(part, 3, 1);
  vec3 from = first.xyz;
  vec3 to = second.xyz;
  vec2 size = vec2(first.w, second.w);
  vec4 paint = cell(part, 3, 2);
  vPaint = paint;
  vec4 a = projectionMatrix * viewMatrix * vec4(from, 1.0);
  vec4 b = projectionMatrix * viewMatrix * vec4(to, 1.0);
  if (a.w <= 0.0 || b.w <= 0.0 || paint.a <= 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 p = a.xy / a.w * uScreen;
  vec2 q = b.xy / b.w * uScreen;
  float len = max(length(q - p), 1e-3);
  vec2 along = (q - p) / len;
  vec2 across = vec2(-along.y, along.x);
  float head = size.y * min(3.4 * size.x + 4.0, 0.6 * len);
  float share = corner.x;
  vec2 at = mix(p, q, share) - along * head * corner.y * step(0.5, corner.x);
  float wide = corner.y > 1.5 ? 0.0 : (abs(corner.z) > 1.5 ? head * 0.42 : size.x * 0.5);
  if (corner.y > 1.5) at = q;
  at += across * sign(corner.z) * wide;
  float z = mix(a.z / a.w, b.z / b.w, share);
  gl_Position = vec4(at / uScreen, z - 0.0004, 1.0);
}`,KS=`
uniform float uAlpha;
varying vec4 vPaint;
void main() { gl_FragColor = vec4(vPaint.rgb, vPaint.a * uAlpha); }`,jS=`
${fh}
attribute float part;
uniform float uSize;
varying vec4 vPaint;
flat varying float vStatus;
void main() {
  vec4 at = cell(part, 2, 0);
  vPaint = cell(part, 2, 1);
  vStatus = at.w;
  gl_Position = projectionMatrix * viewMatrix * vec4(at.xyz, 1.0);
  gl_Position.z -= 0.0008 * gl_Position.w;
  gl_PointSize = 2.4 * uSize;
}`,ZS=`
uniform float uAlpha;
uniform float uSize;
uniform vec3 uRim;
varying vec4 vPaint;
flat varying float vStatus;
void main() {
  vec2 v = 2.4 * gl_PointCoord - 1.2;
  vec2 u = abs(v);
  float d = length(v);
  if (vStatus > 2.5) d = max(u.x, u.y) * 1.15;
  else if (vStatus > 1.5) d = (u.x + u.y) * 0.86;
  float px = 1.0 / uSize;
  if (d > 1.0) discard;
  float inside = 1.0 - smoothstep(1.0 - px, 1.0, d);
  float rim = smoothstep(0.72 - px, 0.72, d);
  vec3 c = vStatus < 0.5 ? mix(uRim, vPaint.rgb, rim) : mix(vPaint.rgb, uRim, rim);
  gl_FragColor = vec4(c, inside * uAlpha * vPaint.a);
}`,JS=`
uniform float uAlpha;
void main() { gl_FragColor = vec4(0.0, 0.0, 0.0, uAlpha); }`,QS=`
${Ia}
uniform vec3 uKey;
varying vec2 vUv;
void main() {
  vec4 ball = cell(part, 3, 0);
  vec3 x = normalize(cross(vec3(0.0, 0.0, 1.0), uKey));
  vec3 y = cross(uKey, x);
  vUv = position.xy;
  vec3 p = ball.xyz + ball.w * (x * position.x + y * position.y);
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(p, 1.0);
}`,tE=`
uniform float uAlpha;
varying vec2 vUv;
void main() {
  if (dot(vUv, vUv) > 1.0) discard;
  gl_FragColor = vec4(0.0, 0.0, 0.0, uAlpha);
}`,eE=1500,up=1e3;class nE{constructor(t){this.run=t,this.group=new ws,this.uniforms={uKey:{value:new O(.35,-.5,.8).normalize()},uUp:{value:new O(0,0,1)},uGhost:{value:new O},uGhosting:{value:0},uFlat:{value:0},uLine:{value:1.5},uToWorld:{value:new Ce},uAlpha:{value:.1},uTable:{value:null},uTall:{value:1},uKeySeen:{value:new O},uUpSeen:{value:new O}},this.grounds=[],this.parts=[],this.shadow=new ws,this.beads=null,this.sorted=-1/0,this.groups=null,this.groupSizes=[];const{bodies:e,shapes:n,plane:s}=t.head,r=e.length;this.position=new Float32Array(3*r),this.quaternion=new Float32Array(4*r),this.extent=new Float32Array(r),this.around=e.map(()=>[]),this.uniforms.uFlat.value=s?1:0,s&&(this.uniforms.uLine.value=1.8);const o=new Map;for(const u of e)for(const[h]of u.shapes)o.set(h,(o.get(h)??0)+1);const a=new Map;e.forEach((u,h)=>{const[f,d,g,_,m,p,y]=u.pose;this.position.set([f,d,g],3*h),this.quaternion.set([m,p,y,_],4*h);for(const[S,x]of u.shapes){const{kind:C,radius:A}=n[S],U=C==="sphere"||C==="disc",F={body:h,position:new O(x[0],x[1],x[2]),rotation:new Li(x[4],x[5],x[6],x[3]),radius:U?A??0:0,geometry:null,plain:x[0]===0&&x[1]===0&&x[2]===0&&x[3]===1};this.extent[h]=Math.max(this.extent[h],F.position.length()+DS(n[S]));for(const T of LS(n[S])){const b=xi.fromArray(T).applyQuaternion(F.rotation).add(F.position);this.around[h].push(b.toArray())}if(C==="plane"){this.addGround(F);continue}U||(F.geometry=a.get(S)??PS(n[S],o.get(S)??1),a.set(S,F.geometry)),this.parts.push(F)}});for(const u of t.head.links)u.bodies.forEach((h,f)=>{e[h].shapes.length||t.moving[h]<0||(this.around[h].push(u.points[f],[0,0,0]),this.extent[h]=Math.max(this.extent[h],Math.hypot(...u.points[f])))});this.parts.sort((u,h)=>+(t.moving[u.body]>=0)-+(t.moving[h.body]>=0)),this.table=new cp(3,this.parts.length),this.uniforms.uTable.value=this.table.texture;const l=OS(this.parts),c=BS(this.parts);this.addMesh(l,hp,zS,!1,2),this.exact=this.addMesh(c,kS,s?WS:HS,s,3),!s&&c.getAttribute("part").count>4*up&&(this.beads=this.addBeads()),this.addShadows(l,c)}addMesh(t,e,n,s,r){const{plane:o}=this.run.head,a=new Vn({vertexShader:e,fragmentShader:n,uniforms:this.uniforms,transparent:s,side:2,depthTest:!o}),l=new Hn(t,a);return l.frustumCulled=!1,l.renderOrder=r,l.visible=t.getAttribute("part").count>0,this.group.add(l),l}addBeads(){const t=this.parts.map((r,o)=>r.geometry?-1:o).filter(r=>r>=0),e=new Ke;e.setAttribute("part",new He(new Float32Array(t),1)),e.setAttribute("position",new He(new Float32Array(3*t.length),3));const n=new Vn({vertexShader:VS,fragmentShader:GS,uniforms:this.uniforms}),s=new ld(e,n);return s.frustumCulled=!1,s.renderOrder=3,this.group.add(s),s}choose(t,e,n){const{uniforms:s,beads:r}=this;if(s.uToWorld.value.copy(t.matrixWorld),!r)return;s.uTall.value=n,s.uKeySeen.value.copy(s.uKey.value).transformDirection(t.matrixWorldInverse),s.uUpSeen.value.copy(s.uUp.value).transformDirection(t.matrixWorldInverse);const o=this.parts.reduce((a,l)=>Math.max(a,l.radius),0);r.visible=o*e<60,this.exact.visible=!r.visible,r.visible&&performance.now()-this.sorted>250&&this.sort(t)}sort(t){this.sorted=performance.now();const{data:e}=this.table,{x:n,y:s,z:r}=t.position,o=this.parts.map((l,c)=>(e[12*c]-n)**2+(e[12*c+1]-s)**2+(e[12*c+2]-r)**2),a=this.beads.geometry.getAttribute("part");a.array.sort((l,c)=>o[l]-o[c]),a.needsUpdate=!0}addGround(t){const{plane:e}=this.run.head,n=new Vn({vertexShader:XS,fragmentShader:e?qS:YS,transparent:!0,depthWrite:!1,side:2,uniforms:{uColour:{value:new O},uLineColour:{value:new O},uCell:{value:1},uFade:{value:1},uOrigin:{value:new Rt},uOthers:{value:Array.from({length:8},()=>new Ge)}},defines:{OTHERS:0,...this.run.head.bodies.length>up&&{COARSE:1}}}),s=new Hn(new Cs(1,1),n);s.frustumCulled=!1,s.renderOrder=0,this.group.add(s),this.grounds.push({mesh:s,part:t,material:n})}addShadows(t,e){const{head:n}=this.run,s=new O(...n.gravity).negate().normalize();if(n.plane||s.length()<.5||n.bodies.length>eE)return;const r=new O,o=this.grounds.find(({part:g})=>(this.place(g,Wn),r.setFromMatrixColumn(Wn,2),this.run.moving[g.body]<0&&r.dot(s)>.6));if(!o)return;this.place(o.part,Wn),r.setFromMatrixColumn(Wn,2);const a=r.dot(new O().setFromMatrixPosition(Wn))+1e-5,l=this.uniforms.uKey.value,c=r.dot(l),[u,h,f]=[r.x/c,r.y/c,r.z/c];this.shadow.matrixAutoUpdate=!1,this.shadow.matrix.set(1-l.x*u,-l.x*h,-l.x*f,l.x*a/c,-l.y*u,1-l.y*h,-l.y*f,l.y*a/c,-l.z*u,-l.z*h,1-l.z*f,l.z*a/c,0,0,0,1);const d=(g,_,m)=>{const p=new Vn({vertexShader:_,fragmentShader:m,uniforms:this.uniforms,transparent:!0,depthWrite:!1,side:2,stencilWrite:!0,stencilRef:1,stencilFunc:517,stencilZPass:7681}),y=new Hn(g,p);y.frustumCulled=!1,y.renderOrder=1,y.visible=g.getAttribute("part").count>0,this.shadow.add(y)};d(t,hp,JS),d(e,QS,tE),this.group.add(this.shadow)}place(t,e){const{position:n,quaternion:s}=this,r=t.body;return Is.set(s[4*r],s[4*r+1],s[4*r+2],s[4*r+3]),xi.copy(t.position).applyQuaternion(Is),xi.x+=n[3*r],xi.y+=n[3*r+1],xi.z+=n[3*r+2],e.compose(xi,Is.multiply(t.rotation),iE)}update(){const{position:t,quaternion:e,table:n,parts:s}=this;for(let r=0;r<s.length;r++){const o=s[r],a=o.body;o.plain?(n.set(r,0,t[3*a],t[3*a+1],t[3*a+2],o.radius),n.set(r,1,e[4*a],e[4*a+1],e[4*a+2],e[4*a+3])):(this.place(o,Wn),n.set(r,0,xi.x,xi.y,xi.z,o.radius),n.set(r,1,Is.x,Is.y,Is.z,Is.w))}n.finish()}placeGrounds(t,e){const{plane:n}=this.run.head,s=this.grounds.map(({part:o})=>{this.place(o,Wn);const a=new O().setFromMatrixColumn(Wn,n?1:2);return{matrix:Wn.clone(),normal:a,d:a.dot(new O().setFromMatrixPosition(Wn))}}),r=10**Math.floor(Math.log10(e/3));this.grounds.forEach(({mesh:o,material:a},l)=>{const{matrix:c,normal:u,d:h}=s[l],f=s.every(y=>Math.abs(y.normal.dot(u))>.999),d=n?2*e:f?3.2*e:1.15*e,g=a.uniforms,m=t.clone().addScaledVector(u,h-u.dot(t)).applyMatrix4(c.clone().invert());g.uFade.value=d,g.uCell.value=e/r>15?2*r:r,g.uOrigin.value.set(m.x,m.y),o.matrixAutoUpdate=!1,o.geometry.dispose(),o.geometry=n?new Cs(6*d,d).translate(0,-d/2,0):new Cs(2*d,2*d),o.matrix.copy(c),n?o.matrix.multiply(new Ce().makeTranslation(m.x,0,-.01)):o.matrix.multiply(new Ce().makeTranslation(m.x,m.y,0)),o.matrixWorldNeedsUpdate=!0;const p=s.filter((y,S)=>S!==l&&Math.abs(y.normal.dot(u))<=.999).slice(0,8);p.forEach((y,S)=>g.uOthers.value[S].set(y.normal.x,y.normal.y,y.normal.z,y.d-1e-4*e)),a.defines.OTHERS!==p.length&&(a.defines.OTHERS=p.length,a.needsUpdate=!0)})}get movingGround(){return this.grounds.some(({part:t})=>this.run.moving[t.body]>=0)}paint(t,e){const n=s=>e(s)?t.selected:this.colourOf(s,t);this.parts.forEach((s,r)=>this.table.set(r,2,...n(s.body),1)),this.table.finish();for(const{material:s,part:r}of this.grounds){const o=e(r.body);s.uniforms.uColour.value.set(...t.ground),s.uniforms.uLineColour.value.set(...o?t.selected:this.run.head.plane?t.fixed:t.grid)}this.uniforms.uGhost.value.set(...t.background),this.uniforms.uAlpha.value=t.shadow}colourOf(t,e){const{kind:n,group:s}=this.run.head.bodies[t];if(n==="fixed")return e.fixed;const r=e.bodies[this.paletteOf(s)%e.bodies.length],o=.93+.14*(((t+1)*2654435761>>>0)/4294967296);if(this.groupSizes[s]===1)return r;const a=e.bodies[(this.paletteOf(s)+1)%e.bodies.length],l=.34*(((t+7)*40503*65537>>>0)/4294967296)**2;return[0,1,2].map(c=>o*(r[c]+l*(a[c]-r[c])))}paletteOf(t){if(!this.groups){let e=0;this.groups=[];for(const n of this.run.head.bodies)this.groupSizes[n.group]=(this.groupSizes[n.group]??0)+1,n.kind!=="fixed"&&this.groups[n.group]===void 0&&(this.groups[n.group]=e++)}return this.groups[t]??0}pick(t){let e=null;const n=(a,l)=>{(!e||l<e.distance)&&(e={body:a,distance:l})},{origin:s,direction:r}=t.ray,o=new hr;for(const a of this.parts){this.place(a,Wn);const l=a.geometry?.boundingSphere,c=l?l.radius:a.radius,u=(l?l.center.clone().applyMatrix4(Wn):xi.clone()).sub(s),h=u.dot(r),f=h*h-u.lengthSq()+c**2;if(f<0||h+Math.sqrt(f)<0)continue;if(!a.geometry){n(a.body,h-Math.sqrt(f));continue}o.copy(t.ray).applyMatrix4(Wn.invert());const d=FS(o,a.geometry);d!==null&&n(a.body,d)}return e}}const iE=new O(1,1,1),Wn=new Ce,Is=new Li,xi=new O;class go{constructor(t,e,n){this.corners=t,this.index=e,this.geometry=new Ke,this.room=0,this.count=0,this.table=new cp(n,1),this.uniform={value:this.table.texture},this.reserve(16)}reserve(t){if(t<=this.room)return;this.room=Math.max(t,2*this.room),this.table.reserve(this.room)&&(this.uniform.value=this.table.texture);const e=this.corners.length/3,n=new Float32Array(3*e*this.room),s=new Float32Array(e*this.room),r=new Uint32Array(this.index.length*this.room);for(let o=0;o<this.room;o++){n.set(this.corners,3*e*o),s.fill(o,e*o,e*(o+1));for(let a=0;a<this.index.length;a++)r[this.index.length*o+a]=this.index[a]+e*o}this.geometry.dispose(),this.geometry.setAttribute("position",new He(n,3)),this.geometry.setAttribute("part",new He(s,1)),this.geometry.setIndex(new He(r,1))}finish(){this.geometry.setDrawRange(0,this.index.length*this.count),this.count&&this.table.finish()}}const ph=[0,0,1,0,0,-1,1,1,1,1,1,-1,1,1,2,1,1,-2,1,2,0],mh=[0,1,2,2,1,3,4,5,6],fp=[0,0,0],dp=[0],sE=1500;class rE{constructor(t,e,n,s){this.run=t,this.state=e,this.length=n,this.group=new ws,this.screen=new Rt(1,1),this.ratio=1,this.arrows=new go(ph,mh,3),this.chains=new go(ph,mh,3),this.links=new go(ph,mh,3),this.points=new go(fp,dp,2),this.pins=new go(fp,dp,2),this.meshes=[],this.bars=[],this.first=0,this.last=0,this.forceUnit=oE(t);const r=[...s].filter((u,h)=>u>0&&t.moving[h]>=0).sort((u,h)=>u-h),o=r[r.length>>1]??n;this.arrow=Math.min(.16*n,Math.max(.04*n,2.2*o));let a=0;t.head.bodies.forEach((u,h)=>{if(t.moving[h]>=0&&a++,t.moving[h]<0||u.shapes.length)return;const f=t.head.links.flatMap(d=>d.points.filter((g,_)=>d.bodies[_]===h));for(const d of f)this.bars.push({body:h,point:d,colour:a-1})});const l=t.head.plane,c=(u,h,f,d)=>{for(const g of d>0?[!0,!1]:[!1]){const _=new Vn({vertexShader:h?jS:$S,fragmentShader:h?ZS:KS,transparent:!0,depthTest:!g&&!l,depthWrite:!1,side:2,uniforms:{uTable:u.uniform,uScreen:{value:this.screen},uAlpha:{value:g&&!l?d:1},uSize:{value:5},uRim:{value:new O(1,1,1)}}});if(g&&l)continue;const m=h?new ld(u.geometry,_):new Hn(u.geometry,_);m.frustumCulled=!1,m.renderOrder=f+(g?0:1),this.group.add(m),this.meshes.push({mesh:m,batch:u,behind:g})}};c(this.chains,!1,10,.9),c(this.links,!1,20,.35),c(this.pins,!0,22,.5),c(this.arrows,!1,30,.3),c(this.points,!0,40,.3)}paint(t){for(const{mesh:e}of this.meshes)e.material.uniforms.uRim.value.set(...t.background)}update(t,e,n,s){const{run:r,state:o}=this,{display:a}=o,l=r.contactFrame(t);this.first=r.starts[l]??0,this.last=r.starts[l+1]??0;const c=this.last-this.first;this.drawContacts(a.contacts?c:0,s),this.drawArrows(a.forces?c:0,s),this.drawChains(a.chains?c:0,e,s),this.drawLinks(a.joints,e,n,s);for(const{mesh:u,batch:h,behind:f}of this.meshes)u.material.uniforms.uSize.value=this.ratio*(h===this.points&&c>600?3.4:5),u.visible=h.count>0&&(!f||h.count<sE||h===this.chains)}isSelected(t){const{selection:e}=this.state,[n,s]=[this.run.a[t],this.run.b[t]];return e.kind==="pair"?e.a===n&&e.b===s||e.a===s&&e.b===n:!1}drawContacts(t,e){const{run:n,points:s}=this;s.reserve(t),s.count=t;for(let r=0;r<t;r++){const o=this.first+r,a=n.status[o],l=this.isSelected(o)?e.selected:e.status[a];s.table.set(r,0,n.point[3*o],n.point[3*o+1],n.point[3*o+2],a),_o(s,r,1,l,a===0?.6:1)}s.finish()}reach(t){const{display:e}=this.state,n=t/this.forceUnit,s=e.log?Math.max(0,Math.log10(n)+3)/3:Math.min(n,4);return this.arrow*s*e.scale}drawArrows(t,e){const{run:n,arrows:s}=this;s.reserve(t);let r=0;for(let o=this.first;o<this.first+t;o++){const[a,l,c]=[n.force[3*o],n.force[3*o+1],n.force[3*o+2]],u=Math.hypot(a,l,c);if(!(u>0))continue;const f=(n.moving[n.b[o]]<0&&n.moving[n.a[o]]>=0?-1:1)*this.reach(u)/u;if(f===0)continue;const[d,g,_]=[n.point[3*o],n.point[3*o+1],n.point[3*o+2]];s.table.set(r,0,d,g,_,1.8),s.table.set(r,1,d+f*a,g+f*l,_+f*c,1),_o(s,r++,2,this.isSelected(o)?e.selected:e.status[n.status[o]],.92)}s.count=r,s.finish()}drawChains(t,e,n){const{run:s,chains:r}=this;r.reserve(2*t);let o=0;for(let a=this.first;a<this.first+t;a++){const l=s.forceN[a]/this.forceUnit;if(!(l>.01))continue;const c=this.isSelected(a)?n.selected:n.ink,u=Math.min(9,.6+4*Math.sqrt(l));for(const h of[s.a[a],s.b[a]])s.moving[h]<0||(r.table.set(o,0,e[3*h],e[3*h+1],e[3*h+2],u),r.table.set(o,1,s.point[3*a],s.point[3*a+1],s.point[3*a+2],0),_o(r,o++,2,c,Math.min(.85,.08+.6*l)))}r.count=o,r.finish()}drawLinks(t,e,n,s){const{run:r,links:o,pins:a,state:l}=this,c=t?r.head.links:[],u=t?this.bars:[];o.reserve(c.length+u.length),a.reserve(2*c.length);let[h,f]=[0,0];const d=(g,_,m,p,y)=>{o.table.set(h,0,g[0],g[1],g[2],m),o.table.set(h,1,_[0],_[1],_[2],0),_o(o,h++,2,p,y)};for(const{body:g,point:_,colour:m}of u){const y=l.selection.kind==="body"&&l.selection.body===g?s.selected:s.bodies[m%s.bodies.length];d(e.subarray(3*g,3*g+3),gh(_,g,e,n),6,y,1)}for(const g of c){const m=l.selection.kind==="joint"&&l.selection.joint===g.name?s.selected:s.ink,p=g.points.map((x,C)=>gh(x,g.bodies[C],e,n)),S=Math.hypot(p[0][0]-p[1][0],p[0][1]-p[1][1],p[0][2]-p[1][2])>1e-4*this.length;for(const x of S?p:[p[1]])a.table.set(f,0,x[0],x[1],x[2],0),_o(a,f++,1,m,.85);S&&d(p[0],p[1],g.kind==="spring"?3:2,m,g.kind==="spring"?.45:.8)}o.count=h,a.count=f,o.finish(),a.finish()}}function _o(i,t,e,[n,s,r],o){i.table.set(t,e,n,s,r,o)}function gh(i,t,e,n){const[s,r,o,a]=n.subarray(4*t,4*t+4),l=2*(r*i[2]-o*i[1]),c=2*(o*i[0]-s*i[2]),u=2*(s*i[1]-r*i[0]);return[e[3*t]+i[0]+a*l+r*u-o*c,e[3*t+1]+i[1]+a*c+o*l-s*u,e[3*t+2]+i[2]+a*u+s*c-r*l]}function oE(i){const t=[],e=Math.max(1,Math.floor(i.forceN.length/2e4));for(let n=0;n<i.forceN.length;n+=e){const s=Math.hypot(i.force[3*n],i.force[3*n+1],i.force[3*n+2]);s>0&&i.status[n]!==3&&t.push(s)}if(!t.length)for(let n=0;n<i.forceN.length;n+=e)i.forceN[n]>0&&t.push(i.forceN[n]);return t.sort((n,s)=>n-s),t[Math.floor(.9*t.length)]??1}he.enabled=!1;const aE={fit:[.62,-1,.52],top:[0,-1e-4,1],front:[0,-1,1e-4],side:[1,0,1e-4]};class lE{constructor(t,e,n){this.host=t,this.run=e,this.state=n,this.drawn=0,this.scene=new S0,this.center=new O,this.radius=1,this.dirty=!0,this.moved=!0,this.sharpness=1,this.pace=0,this.preset=null,this.lastDraw=0,this.half=new O,this.renderer=new pS({antialias:e.head.bodies.length<400,stencil:!0,preserveDrawingBuffer:!1}),this.renderer.outputColorSpace=ys,this.canvas=this.renderer.domElement,this.canvas.setAttribute("aria-label","the scene"),t.append(this.canvas),this.bodies=new nE(e),this.measure(),this.overlay=new rE(e,n,2*this.radius,this.bodies.extent),this.scene.add(this.bodies.group,this.overlay.group),this.camera=e.head.plane?new Aa:new Gn(36),e.head.plane||this.camera.up.set(0,0,1),this.controls=new gS(this.camera,this.canvas),this.controls.enableDamping=!1,this.controls.zoomToCursor=!0,e.head.plane&&(this.controls.enableRotate=!1,this.controls.mouseButtons={LEFT:2,MIDDLE:1,RIGHT:2},this.controls.touches={ONE:1,TWO:2}),this.controls.addEventListener("start",()=>this.preset=null),this.canvas.addEventListener("wheel",()=>this.preset=null,{passive:!0}),this.controls.addEventListener("change",()=>{this.dirty=!0,n.tell("camera")}),this.trail=new A0(new Ke,new sd({transparent:!0,opacity:.8})),this.trail.frustumCulled=!1,this.trail.visible=!1,this.scene.add(this.trail),this.bodies.placeGrounds(this.center,this.radius),n.on("time",()=>this.touch()),n.on("display",()=>this.touch()),n.on("selection",()=>this.repaint()),n.on("theme",()=>this.repaint()),new ResizeObserver(()=>{this.resize(),this.preset&&this.look(this.preset,!1)}).observe(t),this.resize(),this.look("fit",!1),this.repaint(),this.listen(),n.on("playing",()=>this.sharpen());const s=r=>{this.draw()&&n.playing&&this.keepUp(r),requestAnimationFrame(s)};requestAnimationFrame(s)}keepUp(t){const e=t-this.lastDraw;if(this.lastDraw=t,e>1e3)return;this.pace=this.pace?.7*this.pace+.3*e:e;const n=this.pace>40?this.sharpness*.8:this.pace<27?this.sharpness*1.1:this.sharpness,s=Math.min(1,Math.max(.4,n));Math.abs(s-this.sharpness)<.03||(this.sharpness=s,this.pace=0,this.resize())}sharpen(){this.lastDraw=this.pace=0,!(this.state.playing||this.sharpness===1)&&(this.sharpness=1,this.resize())}measure(){const{run:t,bodies:e}=this,n=[[],[],[]],s=Math.min(12,t.times.length),{position:r,quaternion:o,extent:a}=e;for(let h=0;h<Math.max(1,s);h++){s&&t.poses(Math.round(h*(t.times.length-1)/Math.max(1,s-1)),0,r,o);for(let f=0;f<a.length;f++){if(a[f]===0&&t.moving[f]<0)continue;const d=a.length<=1e3?e.around[f]:[];for(const g of d)gh(g,f,r,o).forEach((_,m)=>n[m].push([_,_]));if(!d.length)for(let g=0;g<3;g++)n[g].push([r[3*f+g]-a[f],r[3*f+g]+a[f]])}}t.times.length&&t.poses(0,0,r,o);const l=a.length>60,[c,u]=[new O,new O];n.forEach((h,f)=>{const d=l?Math.floor(.01*h.length):0,g=h.map(m=>m[0]).sort((m,p)=>m-p),_=h.map(m=>m[1]).sort((m,p)=>p-m);c.setComponent(f,g[d]??-1),u.setComponent(f,_[d]??1)}),t.head.plane&&(c.z=u.z=0),this.center.addVectors(c,u).multiplyScalar(.5),this.half.subVectors(u,c).multiplyScalar(.5),this.radius=Math.max(this.half.length(),1e-9)}touch(){this.moved=!0,this.dirty=!0}get palette(){return Wr(this.state.theme)?Xg:rf}repaint(){const{selection:t}=this.state,e=n=>t.kind==="body"&&t.body===n;this.bodies.paint(this.palette,e),this.overlay.paint(this.palette),this.scene.background=new _e(...this.palette.background),this.drawTrail(),this.touch()}drawTrail(){const{selection:t}=this.state,{run:e}=this;if(this.trail.visible=t.kind==="body"&&e.moving[t.body]>=0,!this.trail.visible||t.kind!=="body")return;const n=Math.max(1,Math.ceil(e.times.length/4e3)),s=[];for(let r=0;r<e.times.length;r+=n){const o=e.head.plane?.01:e.value(r,t.body,2);s.push(e.value(r,t.body,0),e.value(r,t.body,1),o)}this.trail.geometry.dispose(),this.trail.geometry=new Ke,this.trail.geometry.setAttribute("position",new He(new Float32Array(s),3)),this.trail.material.color.setRGB(...this.palette.selected),this.trail.renderOrder=5}resize(){const{clientWidth:t,clientHeight:e}=this.host;if(!(!t||!e)){if(this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)*this.sharpness),this.renderer.setSize(t,e,!1),this.overlay.screen.set(t/2,e/2),this.overlay.ratio=this.renderer.getPixelRatio(),this.moved=!0,this.camera instanceof Gn)this.camera.aspect=t/e;else{const n=this.camera.top-this.camera.bottom||2;this.camera.top=n/2,this.camera.bottom=-n/2,this.camera.right=t/e*n/2,this.camera.left=-this.camera.right}this.camera.updateProjectionMatrix(),this.dirty=!0}}look(t,e=!0){const{camera:n,controls:s}=this;this.preset=t;const r=(this.host.clientWidth||1)/(this.host.clientHeight||1),o=this.center.clone();if(n instanceof Aa){const a=1.18*Math.max(this.half.y,this.half.x/r,1e-9);n.top=a,n.bottom=-a,n.right=a*r,n.left=-n.right,n.zoom=1,n.near=-100*this.radius-1,n.far=100*this.radius+1,n.position.set(o.x,o.y,10*this.radius)}else{const a=new O(...aE[t]).normalize();n.near=this.radius/200,n.far=this.radius*60,this.fly(o,a,this.distance(a,r),e);return}s.target.copy(o),n.updateProjectionMatrix(),s.update(),this.dirty=!0,this.state.tell("camera")}distance(t,e){const n=this.camera,s=Math.tan(n.fov*Math.PI/360),r=new O(0,0,1).cross(t).normalize(),o=t.clone().cross(r);let a=0;for(let l=0;l<8;l++){const c=new O(l&1?1:-1,l&2?1:-1,l&4?1:-1).multiply(this.half),u=c.dot(t);a=Math.max(a,u+Math.abs(c.dot(o))/s,u+Math.abs(c.dot(r))/(s*e))}return 1.16*Math.max(a,this.radius*.5)}fly(t,e,n,s){const{camera:r,controls:o}=this,a=r.position.clone().sub(o.target),l=o.target.clone(),c=e.multiplyScalar(n),u=performance.now(),h=matchMedia("(prefers-reduced-motion: reduce)").matches,f=()=>{const d=s&&!h?Math.min(1,(performance.now()-u)/280):1,g=d*d*(3-2*d);o.target.lerpVectors(l,t,g);const _=a.clone().lerp(c,g);_.setLength((1-g)*a.length()+g*c.length()||1),r.position.copy(o.target).add(_),r.updateProjectionMatrix(),o.update(),this.dirty=!0,d<1&&requestAnimationFrame(f)};f()}get cameraNumbers(){const{position:t,zoom:e}=this.camera,n=this.controls.target;return[t.x,t.y,t.z,n.x,n.y,n.z,e]}setCamera(t){const[e,n,s,r,o,a,l]=t;this.preset=null,this.camera.position.set(e,n,s),this.controls.target.set(r,o,a),this.camera.zoom=Math.min(1e4,Math.max(1e-4,l)),this.camera.updateProjectionMatrix(),this.controls.update(),this.dirty=!0}draw(t=!1){if(!this.dirty&&!t)return!1;this.dirty=!1;const{run:e,bodies:n,state:s}=this;if(this.moved||t){this.moved=!1;const r=e.frameAt(s.time),o=Math.min(r+1,e.times.length-1),a=e.times[o]-e.times[r],l=a>0?Math.min(1,Math.max(0,(s.time-e.times[r])/a)):0;e.times.length&&e.poses(r,l<1e-6?0:l,n.position,n.quaternion),n.uniforms.uGhosting.value=s.display.chains?.62:0,n.update(),n.movingGround&&n.placeGrounds(this.center,this.radius),this.overlay.update(r,n.position,n.quaternion,this.palette)}return this.camera.updateMatrixWorld(),n.choose(this.camera,this.pixels(),this.canvas.height),this.renderer.render(this.scene,this.camera),this.drawn++,!0}pixels(){const{camera:t,controls:e,canvas:n}=this;if(t instanceof Aa)return n.height*t.zoom/(t.top-t.bottom);const s=t.position.distanceTo(e.target);return n.height/(2*s*Math.tan(t.fov*Math.PI/360))}finish(){const t=this.renderer.getContext();t.readPixels(0,0,1,1,t.RGBA,t.UNSIGNED_BYTE,new Uint8Array(4))}picture(){return this.draw(!0),this.canvas.toDataURL("image/png")}project(t,e,n){const s=new O(t,e,n).project(this.camera);return[(s.x+1)/2*this.host.clientWidth,(1-s.y)/2*this.host.clientHeight,s.z]}listen(){let t=null;this.canvas.addEventListener("pointerdown",e=>t=[e.clientX,e.clientY]),this.canvas.addEventListener("pointerup",e=>{if(!t||Math.hypot(e.clientX-t[0],e.clientY-t[1])>5)return;const n=this.canvas.getBoundingClientRect();this.pick(e.clientX-n.left,e.clientY-n.top)}),this.canvas.addEventListener("dblclick",()=>this.look("fit"))}pick(t,e){const{run:n,state:s}=this,r=new hv,o=this.host.clientWidth,a=this.host.clientHeight;r.setFromCamera(new Rt(2*t/o-1,1-2*e/a),this.camera);const l=this.bodies.pick(r);if(s.display.contacts){let c=-1,u=9;for(let h=this.overlay.first;h<this.overlay.last;h++){const[f,d,g]=this.project(n.point[3*h],n.point[3*h+1],n.point[3*h+2]),_=Math.hypot(f-t,d-e);if(_<u&&g<1){const m=new O(n.point[3*h],n.point[3*h+1],n.point[3*h+2]).distanceTo(r.ray.origin);this.overlay.last-this.overlay.first>1500&&l&&m>l.distance+.02*this.radius||([c,u]=[h,_])}}if(c>=0){s.select({kind:"pair",a:n.a[c],b:n.b[c]});return}}s.select(l?{kind:"body",body:l.body}:{kind:"none"})}}class cE{constructor(){this.time=0,this.playing=!1,this.speed=1,this.selection={kind:"none"},this.display={contacts:!0,forces:!0,chains:!1,joints:!0,log:!1,scale:1},this.theme="auto",this.listeners=new Map}on(t,e){const n=this.listeners.get(t)??[];n.push(e),this.listeners.set(t,n)}tell(t){for(const e of this.listeners.get(t)??[])e()}select(t){this.selection=t,this.tell("selection")}}const pp=[["contacts","c"],["forces","f"],["chains","n"],["joints","j"],["log","l"]];function hE(i,t,e){const n=[`t=${+i.time.toPrecision(9)}`],s=o=>+o.toPrecision(5);e.length&&n.push(`cam=${e.map(s).join(",")}`);const r=i.selection;return r.kind==="body"&&n.push(`body=${encodeURIComponent(t.body(r.body))}`),r.kind==="pair"&&n.push(`pair=${[r.a,r.b].map(o=>encodeURIComponent(t.body(o))).join(",")}`),r.kind==="joint"&&n.push(`joint=${encodeURIComponent(r.joint)}`),n.push(`show=${pp.filter(([o])=>i.display[o]).map(([,o])=>o).join("")||"-"}`),i.display.scale!==1&&n.push(`scale=${s(i.display.scale)}`),i.speed!==1&&n.push(`speed=${i.speed}`),i.theme!=="auto"&&n.push(`theme=${i.theme}`),`#${n.join("&")}`}function mp(i,t,e){let n=null;for(const s of i.replace(/^#/,"").split("&")){const r=s.indexOf("=");if(r<0)continue;const[o,a]=[s.slice(0,r),s.slice(r+1)],l=gp(a),c=Number(a);if(o==="t"&&Number.isFinite(c)&&(t.time=c),o==="cam"){const u=a.split(",").map(Number);u.length===7&&u.every(Number.isFinite)&&(n=u)}if(o==="body"){const u=e.find(l);u>=0&&(t.selection={kind:"body",body:u})}if(o==="pair"){const[u,h]=a.split(",").map(f=>e.find(gp(f)));u>=0&&h>=0&&(t.selection={kind:"pair",a:u,b:h})}if(o==="joint"&&(t.selection={kind:"joint",joint:l}),o==="show")for(const[u,h]of pp)t.display[u]=a.includes(h);o==="scale"&&c>0&&c<=20&&(t.display.scale=c),o==="speed"&&c>0&&c<=1e3&&(t.speed=c),o==="theme"&&(a==="light"||a==="dark")&&(t.theme=a)}return n}function gp(i){try{return decodeURIComponent(i)}catch{return i}}function uE(i,t,e){const{head:n}=i,s=i.stripSeries("time"),r=n.outcome.failed.map(([,m])=>m),o=[],a=m=>i.stripSeries(m);if(n.energy){const m=a("kinetic"),p=a("potential"),y=m.map((A,U)=>A+p[U]),S=[{label:"total",values:y,colour:4},{label:"kinetic",values:m,colour:0},{label:"potential",values:p,colour:2}],x=[["friction_loss","lost in friction",1],["impact_loss","lost in impacts",3],["applied_work","applied work",6],["correction","correction",5],["residue","scheme’s residue",7]],C=Math.max(...y.map(Math.abs),...m)||1;for(const[A,U,F]of x){const T=a(A);T.some(b=>Math.abs(b)>1e-6*C)&&S.push({label:U,values:T,colour:F})}o.push(new Xr(t,{title:"Energy",unit:"J",time:s,series:S,height:e}))}const[l,c,u]=[0,1,2].map(m=>n.clauses.map(p=>p[m])),h=l.map((m,p)=>({label:u[p],values:a(m),colour:p,unit:c[p]})).filter(m=>m.values.some(p=>p!==0)),f=h.length===0;f&&h.push({label:u[0],values:a(l[0]),colour:0,unit:c[0]}),o.push(new Xr(t,{title:"Certificate",unit:f?"every defect of every clause is 0":"defect of each clause, log scale",time:s,series:h,height:e,log:!0,marks:r,format:Nr}));const d=a("contacts"),_=[{label:"iterations",values:a("iterations"),colour:1,bars:!0}];return d.some(m=>m>0)&&_.unshift({label:"active contacts",values:d,colour:0,bars:!0}),o.push(new Xr(t,{title:"Solver",unit:"a step",time:s,series:_,height:e})),o}const vo=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50];class _p{constructor(t,e){this.run=t,this.state=e,this.clock=ot("output",{class:"clock"}),this.speed=ot("select",{title:"speed (↑ ↓)","aria-label":"speed"}),this.last=0;const n=t.times.length;this.slider=ot("input",{type:"range",min:"0",max:String(Math.max(0,n-1)),step:"1",value:"0","aria-label":"time"}),this.slider.addEventListener("input",()=>this.goto(+this.slider.value));const s=(l,c,u,h="icon")=>{const f=mn("",c,u,h);return f.append(To(l)),f};this.playButton=s("play","play, pause (space)",()=>this.toggle(),"icon play");for(const l of vo)this.speed.append(ot("option",{value:String(l)},`${l}×`));this.speed.addEventListener("change",()=>{e.speed=+this.speed.value,e.tell("camera")});const r=ot("div",{class:"marks"}),o=t.end-t.start||1;let a=-1;for(const[,l]of t.head.outcome.failed){const c=100*(l-t.start)/o;if(c-a<.15)continue;a=c;const u=ot("i");u.style.left=`${c}%`,r.append(u)}this.element=ot("div",{class:"timebar"},s("back","one frame back (←)",()=>this.step(-1)),this.playButton,s("next","one frame forth (→)",()=>this.step(1)),this.clock,ot("div",{class:"track"},r,this.slider),this.speed),e.on("time",()=>this.update()),e.on("playing",()=>this.update()),this.update()}static fitting(t){const e=t.end-t.start;return!(e>0)||e>=2&&e<=30?1:vo.reduce((n,s)=>Math.abs(Math.log(e/s/7))<Math.abs(Math.log(e/n/7))?s:n,1)}goto(t){const e=Math.max(0,Math.min(this.run.times.length-1,t));this.state.time=this.run.times[e]??0,this.state.tell("time")}step(t){this.state.playing&&this.toggle();const e=this.run.frameAt(this.state.time),n=this.state.time>this.run.times[e]+1e-9*(this.run.end-this.run.start);this.goto(e+t+(t<0&&n?1:0))}faster(t){const e=vo.findIndex(n=>n>=this.state.speed);this.state.speed=vo[Math.max(0,Math.min(vo.length-1,e+t))],this.state.tell("camera"),this.update()}toggle(){const{state:t,run:e}=this;t.playing=!t.playing,t.playing?(t.time>=e.end&&(t.time=e.start),this.last=performance.now(),requestAnimationFrame(n=>this.tick(n))):this.goto(e.nearest(t.time)),t.tell("playing")}tick(t){const{state:e,run:n}=this;if(!e.playing)return;const s=Math.min(.25,Math.max(0,(t-this.last)/1e3));this.last=t,e.time=Math.min(n.end,e.time+s*e.speed),e.time>=n.end?(e.playing=!1,e.tell("playing")):requestAnimationFrame(r=>this.tick(r)),e.tell("time")}update(){const{run:t,state:e}=this,n=t.frameAt(e.time);this.slider.value=String(n);const s=Math.max(0,Math.min(6,Math.ceil(-Math.log10(t.head.step||.001)))),r=`${e.time.toFixed(s)} s`;this.clock.replaceChildren(ot("b",{},r),ot("span",{},`step ${t.steps[n]??0} of ${t.head.outcome.steps}`)),this.slider.setAttribute("aria-valuetext",r);const o=e.playing?"pause":"play";this.playButton.dataset.icon!==o&&(this.playButton.dataset.icon=o,this.playButton.replaceChildren(To(o)));const a=String(e.speed);[...this.speed.options].some(l=>l.value===a)||this.speed.append(ot("option",{value:a},`${wi(e.speed)}×`)),this.speed.value=a}}function vp(i){document.documentElement.dataset.theme=Wr(i.theme)?"dark":"light"}function fE(i){return i>=1?`${wi(i)} s`:i>=.001?`${wi(i*1e3)} ms`:`${wi(i*1e6)} µs`}function dE(i,t){const{head:e}=i,n=new cE,s=i.times.length?i.forceN.length/i.times.length:0;n.display.contacts=s<1200,n.display.forces=s<100,n.speed=_p.fitting(i);const r=new Map(e.bodies.map((K,ut)=>[K.name,ut])),o={body:K=>i.bodyName(K),find:K=>r.get(K)??-1};let a=mp(location.hash,n,o);const l=()=>n.time=Math.min(i.end,Math.max(i.start,n.time));n.time=location.hash.includes("t=")?l():i.start,vp(n);const c=document.getElementById("app");c.replaceChildren(),c.className=e.world?"world":"plain";const u=kp(i,n),h=ot("div",{class:"tools"}),f=ot("header",{class:"top"},ot("div",{class:"name",title:e.description},pE(),ot("div",{},ot("h1",{},e.title||e.name),ot("p",{class:"muted"},e.title?e.name:"",e.description?` · ${e.description}`:""))),u.element,h),d=new _p(i,n),g=new e_(i,n,t),_=ot("div",{class:"strips"}),m=uE(i,n,118);for(const K of m)_.append(K.element);const p=[`${e.scheme}, ${e.solver}`,`step ${fE(e.step)}`,...e.notes],y=ot("footer",{},ot("span",{},p.join(" · ")),ot("span",{},`Drystone ${e.version}`));let S=null,x=null;const C=[];if(e.world){const K=ot("div",{class:"stage"}),ut=ot("div",{class:"side"});c.append(f,ot("main",{},ut,K,g.element),d.element,_,y);try{S=new lE(K,i,n),K.append(Yp(i,n,S))}catch(qt){K.append(ot("p",{class:"loading"},`This browser draws no WebGL (${String(qt)}). The curves below need none.`))}const xt=qt=>`rgb(${(S?.bodies.colourOf(qt,rf)??[.5,.5,.5]).map(tt=>Math.round(255*tt)).join(" ")})`;x=new r_(i,n,xt),ut.append(x.element);const gt=mn("Bodies","list of bodies",()=>c.classList.toggle("drawer"),"button narrow");h.append(gt),n.on("selection",()=>c.classList.remove("drawer"))}else{const K=jg(i,n);c.append(f,ot("main",{},K.element),d.element,_,y),m.push(...K.plots),C.push(...K.portraits)}const A=()=>{Y(),navigator.clipboard?.writeText(location.href).catch(()=>{}),B("Link copied: it restores this view")},U=()=>{const K=e.strip_columns.map(xt=>[xt,i.stripSeries(xt)]),ut=e.world?K:[["time",i.times],...e.columns.map((xt,gt)=>[xt.name,i.columnSeries(gt)])];Ha(`${e.name}-${e.world?"steps":"series"}.csv`,"text/csv",Ph(ut))},F=mn("","light, dark (d)",()=>H(),"icon");F.append(To("theme")),h.append(mn("Link","copy a link that restores this view",A)),S&&h.append(mn("PNG","save the picture",()=>Ha(`${e.name}.png`,"image/png",S.picture())));const T=Qg();h.append(mn("CSV",e.world?"save the steps as a table":"save the series as a table",U),F,mn("?","keys (?)",()=>T.showModal(),"icon"));const b=ot("div",{class:"toast",role:"status",hidden:""});c.append(T,b);let P=0;const B=K=>{b.textContent=K,b.hidden=!1,clearTimeout(P),P=setTimeout(()=>b.hidden=!0,2200)},H=()=>{n.theme=Wr(n.theme)?"light":"dark",n.tell("theme")},W=()=>{vp(n);for(const K of m)K.redraw();for(const K of C)K.draw()};n.on("theme",W),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>n.tell("theme")),n.on("time",()=>{for(const K of m)K.update();for(const K of C)K.draw()});let X=location.hash;const Y=()=>{const K=hE(n,o,S?.cameraNumbers??[]);if(K!==X){X=K;try{history.replaceState(null,"",K)}catch{location.replace(K)}}};let J=0;const Q=()=>{clearTimeout(J),n.playing||(J=setTimeout(Y,250))};for(const K of["time","selection","display","theme","camera","playing"])n.on(K,Q);addEventListener("hashchange",()=>{if(location.hash!==X){X=location.hash,a=mp(location.hash,n,o),l(),a&&S?.setCamera(a);for(const K of["theme","display","selection","time"])n.tell(K)}});const at={c:"contacts",f:"forces",n:"chains",j:"joints",l:"log"};addEventListener("keydown",K=>{const ut=K.target;if(K.ctrlKey||K.metaKey||K.altKey||T.open||ut instanceof HTMLInputElement&&ut.type==="search")return;const xt=["fit","top","front","side"],gt={" ":()=>d.toggle(),ArrowRight:()=>d.step(K.shiftKey?10:1),ArrowLeft:()=>d.step(K.shiftKey?-10:-1),ArrowUp:()=>d.faster(1),ArrowDown:()=>d.faster(-1),Home:()=>d.goto(0),End:()=>d.goto(i.times.length-1),"[":()=>u.jump(-1),"]":()=>u.jump(1),"/":()=>x?.focus(),d:H,Escape:()=>n.select({kind:"none"}),"?":()=>T.showModal()},qt=xt[Number(K.key)-1],$t=gt[K.key]??(qt&&S?()=>S.look(qt):void 0),tt=at[K.key];if(!(!$t&&!tt)){if(K.preventDefault(),$t)return $t();n.display[tt]=!n.display[tt],n.tell("display")}}),a&&S?.setCamera(a),n.tell("display"),n.tell("selection"),n.tell("time"),Object.assign(window,{drystone:{run:i,state:n,stage:S,inspector:g,timebar:d,plots:m}}),document.documentElement.dataset.ready="true"}function pE(){const i=ot("span",{class:"logo","aria-hidden":"true"});for(let t=0;t<4;t++)i.append(ot("i"));return i}const _h=document.getElementById("show");_h&&Wp(_h).then(i=>dE(i,!!_h.dataset.source)).catch(i=>{document.getElementById("app")?.replaceChildren(ot("p",{class:"loading"},`This run cannot be shown: ${i instanceof Error?i.message:String(i)}.`)),console.error(i)})})();
