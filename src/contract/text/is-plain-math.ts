/**
 * Macros that only typeset. Any macro that defines or loads something, that
 * names an address, a style, a class or an id, or that is unknown, is left out.
 */
const MACROS = words(`
  alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa
  varkappa lambda mu nu xi omicron pi varpi rho varrho sigma varsigma tau
  upsilon phi varphi chi psi omega digamma
  Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Pi
  Rho Sigma Tau Upsilon Phi Chi Psi Omega varGamma varDelta varTheta varLambda
  varXi varPi varSigma varUpsilon varPhi varPsi varOmega
  aleph beth gimel daleth hbar hslash ell wp Re Im imath jmath partial nabla
  infty emptyset varnothing eth complement Bbbk Finv Game mho

  arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf
  injlim ker lg lim liminf limsup ln log max min Pr projlim sec sin sinh sup tan
  tanh varinjlim varliminf varlimsup varprojlim operatorname operatornamewithlimits
  bmod mod pmod pod limits nolimits

  sum prod coprod int iint iiint iiiint oint intop smallint bigcap bigcup
  bigodot bigoplus bigotimes bigsqcup biguplus bigvee bigwedge

  frac dfrac tfrac cfrac binom dbinom tbinom genfrac over choose atop brace brack
  sqrt root overline underline overbrace underbrace overbracket underbracket
  overset underset overunderset stackrel substack sideset stackbin
  overrightarrow overleftarrow overleftrightarrow underrightarrow underleftarrow
  underleftrightarrow xrightarrow xleftarrow xleftrightarrow xRightarrow
  xLeftarrow xLeftrightarrow xmapsto xhookleftarrow xhookrightarrow
  hat widehat tilde widetilde bar vec dot ddot dddot ddddot acute grave check
  widecheck breve mathring prime backprime boxed fbox cancel bcancel xcancel
  phantom hphantom vphantom smash strut mathstrut mathclap mathllap mathrlap
  not overparen underparen

  left right middle big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr
  Biggr bigm Bigm biggm Biggm langle rangle lbrace rbrace lbrack rbrack lceil
  rceil lfloor rfloor lgroup rgroup lmoustache rmoustache lvert rvert lVert rVert
  vert Vert ulcorner urcorner llcorner lrcorner backslash

  pm mp times div ast star circ bullet cdot cap cup uplus sqcap sqcup vee wedge
  lor land lnot neg setminus smallsetminus wr diamond bigtriangleup
  bigtriangledown triangle triangledown triangleleft triangleright lhd rhd unlhd
  unrhd oplus ominus otimes oslash odot bigcirc dagger ddagger amalg ltimes
  rtimes leftthreetimes rightthreetimes barwedge doublebarwedge veebar curlyvee
  curlywedge Cap Cup dotplus divideontimes intercal boxplus boxminus boxtimes
  boxdot circledast circledcirc circleddash centerdot

  leq le geq ge neq ne leqq geqq leqslant geqslant lneq gneq lneqq gneqq nleq
  ngeq nless ngtr ll gg lll ggg prec succ preceq succeq preccurlyeq succcurlyeq
  precsim succsim sim simeq nsim approx approxeq thickapprox thicksim cong ncong
  equiv doteq doteqdot asymp propto varpropto models vdash dashv vDash Vdash
  Vvdash nvdash nvDash nVdash perp mid nmid parallel nparallel subset supset
  subseteq supseteq subsetneq supsetneq nsubseteq nsupseteq subseteqq supseteqq
  subsetneqq supsetneqq Subset Supset sqsubset sqsupset sqsubseteq sqsupseteq in
  ni owns notin smile frown bowtie Join lesssim gtrsim lessapprox gtrapprox
  lessgtr gtrless lesseqgtr gtreqless eqsim eqcirc circeq triangleq bumpeq Bumpeq
  risingdotseq fallingdotseq backsim backsimeq between pitchfork therefore because
  coloneqq eqqcolon coloneq colon vcentcolon shortmid shortparallel trianglelefteq
  trianglerighteq vartriangleleft vartriangleright lessdot gtrdot

  leftarrow rightarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow
  longleftarrow longrightarrow longleftrightarrow Longleftarrow Longrightarrow
  Longleftrightarrow to gets mapsto longmapsto iff implies impliedby
  hookleftarrow hookrightarrow leftharpoonup leftharpoondown rightharpoonup
  rightharpoondown rightleftharpoons leftrightharpoons uparrow downarrow
  updownarrow Uparrow Downarrow Updownarrow nearrow searrow swarrow nwarrow
  leadsto rightsquigarrow leftrightsquigarrow nleftarrow nrightarrow
  nleftrightarrow nLeftarrow nRightarrow nLeftrightarrow leftleftarrows
  rightrightarrows leftrightarrows rightleftarrows upuparrows downdownarrows
  twoheadleftarrow twoheadrightarrow leftarrowtail rightarrowtail looparrowleft
  looparrowright curvearrowleft curvearrowright circlearrowleft circlearrowright
  upharpoonleft upharpoonright downharpoonleft downharpoonright Lleftarrow
  Rrightarrow dashrightarrow dashleftarrow multimap lnapprox gnapprox

  ldots cdots vdots ddots dots dotsb dotsc dotsi dotsm dotso ldotp cdotp
  forall exists nexists neg top bot angle measuredangle sphericalangle surd flat
  natural sharp clubsuit diamondsuit heartsuit spadesuit blacksquare square Box
  Diamond lozenge blacklozenge bigstar checkmark maltese blacktriangle
  blacktriangledown blacktriangleleft blacktriangleright vartriangle circledR
  circledS degree S P AA pounds yen

  mathbb mathbf mathit mathrm mathsf mathtt mathcal mathscr mathfrak mathnormal
  Bbb boldsymbol bm pmb symbf symbfit symbfup symit symrm symsf text textbf textit
  textrm textsf texttt textnormal textup textmd emph mbox hbox rm bf it sf tt cal
  scr frak mit displaystyle textstyle scriptstyle scriptscriptstyle tiny small
  normalsize large Large LARGE huge Huge
  mathop mathbin mathrel mathord mathopen mathclose mathpunct mathinner

  quad qquad enspace thinspace medspace thickspace negthinspace negmedspace
  negthickspace nobreakspace space hfil hfill newline cr allowbreak
  hline hdashline tag notag nonumber label ref eqref intertext shortintertext
  bra ket braket Bra Ket Braket ketbra set Set lparen rparen
  begin end color textcolor hspace mspace hskip mskip
`);

const ENVIRONMENTS = words(`
  matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix
  bsmallmatrix matrix* pmatrix* bmatrix* vmatrix* Vmatrix* array subarray cases
  cases* dcases dcases* rcases drcases numcases align align* aligned alignat
  alignat* alignedat flalign flalign* gather gather* gathered equation equation*
  eqnarray eqnarray* multline multline* multlined split math displaymath
`);

/** Not backwards, and by a few lines or characters at most. */
const LENGTH = String.raw`\s*(?:(?:(?:\d(?:\.\d+)?|\.\d+)\s*)?(?:em|ex|cm)|(?:(?:\d{1,2}(?:\.\d+)?|\.\d+)\s*)?(?:pt|px|mu|mm))\s*`;

/**
 * The end of a line may have a length in brackets, of the space behind it.
 * Anything else in brackets is not read as one: `\\[` also begins a formula.
 * A comment could hide the bracket.
 */
const LINE_END = new RegExp(
  String.raw`^(?!\s*(?:\*\s*)?(?:%|\[[-+\s{}\d.,]{0,80}[a-z]{0,2}[\s{}]{0,80}(?:\]|$)))|^\s*(?:\*\s*)?\[${LENGTH}\]`
);

/**
 * Restrictions on the arguments of macros that could do more than typeset a
 * formula: none may move things out of place.
 */
const ARGUMENTS: Record<string, RegExp> = {
  color: /^\s*\{\s*(#[\da-fA-F]{3,8}|[a-zA-Z]+)\s*\}/,
  textcolor: /^\s*\{\s*(#[\da-fA-F]{3,8}|[a-zA-Z]+)\s*\}/,
  hspace: new RegExp(String.raw`^\*?\s*\{${LENGTH}\}`),
  hskip: new RegExp(`^${LENGTH}(?![a-z])`),
  mspace: new RegExp(String.raw`^\s*\{${LENGTH}\}`),
  mskip: new RegExp(`^${LENGTH}(?![a-z])`),
  newline: LINE_END,
  cr: LINE_END,
  // Two delimiters, then how thick the line is.
  genfrac: new RegExp(
    String.raw`^(?:\s*\{(?:[^{}\\]|\\.)*\}){2}\s*\{(?:${LENGTH})?\}`
  )
};

/**
 * Whether LaTeX, with or without dollar signs, only typesets: every macro and
 * every environment in it is on the list. `\style`, `\href`, `\class`,
 * `\require`, `\def` and anything else that could name an address, a style or a
 * new macro is not on it, and neither is anything unknown.
 */
export function isPlainMath(tex: string): boolean {
  // What follows a macro is looked for in a few characters.
  const source = tex.replace(/\s+/g, ' ');
  // Another way to write a backslash in TeX.
  if (source.includes('^^')) {
    return false;
  }
  for (const match of source.matchAll(/\\([a-zA-Z]+|[^]|$)/g)) {
    const name = match[1];
    const end = match.index + match[0].length;
    const rest = source.slice(end, end + 80);
    if (!/^[a-zA-Z]/.test(name)) {
      if (!/^[\s,;:!>{}|%$#&_()[\]\\/'"^~.=+*-]$/.test(name)) {
        return false;
      }
      if (name === '\\' && !LINE_END.test(rest)) {
        return false;
      }
      continue;
    }
    // Some typesetters treat `@` as a letter.
    if (!MACROS.has(name) || rest.startsWith('@')) {
      return false;
    }
    if (name === 'begin' || name === 'end') {
      const environment = /^\s*\{([a-zA-Z]+\*?)\}/.exec(rest)?.[1];
      if (environment === undefined || !ENVIRONMENTS.has(environment)) {
        return false;
      }
    } else if (ARGUMENTS[name] && !ARGUMENTS[name].test(rest)) {
      return false;
    }
  }
  return true;
}

/** Whether a typesetter might find a formula in the text. */
export function mayHoldMath(text: string): boolean {
  return /\$|\\[([]|\\begin|\\(eq)?ref/.test(text);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
