/**
 * Macros that only typeset. Any macro that defines or loads something, that
 * names an address, a style, a class or an id, or that is unknown, is left out.
 */
const MACROS = words(`
  alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa
  lambda mu nu xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi
  psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega aleph hbar
  ell wp Re Im imath jmath partial nabla infty emptyset varnothing eth prime

  arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker
  lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh operatorname
  bmod mod pmod limits nolimits sum prod coprod int iint iiint oint bigcap bigcup
  bigodot bigoplus bigotimes bigsqcup biguplus bigvee bigwedge

  frac dfrac tfrac cfrac binom dbinom tbinom over choose sqrt root overline
  underline overbrace underbrace overset underset stackrel substack sideset
  overrightarrow overleftarrow xrightarrow xleftarrow hat widehat tilde widetilde
  bar vec dot ddot acute grave check breve boxed cancel phantom hphantom vphantom
  smash strut not left right middle big Big bigg Bigg bigl Bigl biggl Biggl bigr
  Bigr biggr Biggr bigm Bigm langle rangle lbrace rbrace lbrack rbrack lceil
  rceil lfloor rfloor lvert rvert lVert rVert vert Vert backslash

  pm mp times div ast star circ bullet cdot cap cup uplus vee wedge lor land lnot
  neg setminus triangle oplus ominus otimes odot dagger ddagger leq le geq ge neq
  ne leqslant geqslant ll gg prec succ preceq succeq sim simeq approx cong equiv
  doteq propto models vdash dashv vDash perp mid nmid parallel subset supset
  subseteq supseteq subsetneq supsetneq in ni notin lesssim gtrsim triangleq
  therefore because coloneqq colon

  leftarrow rightarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow
  longleftarrow longrightarrow longleftrightarrow Longrightarrow
  Longleftrightarrow to gets mapsto longmapsto iff implies impliedby
  hookrightarrow rightharpoonup rightleftharpoons uparrow downarrow updownarrow
  Uparrow Downarrow nearrow searrow leadsto rightsquigarrow

  ldots cdots vdots ddots dots dotsb dotsc forall exists nexists top bot angle
  surd flat sharp square blacksquare Box Diamond checkmark degree S P pounds

  mathbb mathbf mathit mathrm mathsf mathtt mathcal mathscr mathfrak boldsymbol bm
  text textbf textit textrm textsf texttt textnormal mbox rm bf it cal
  displaystyle textstyle scriptstyle tiny small large Large mathop mathbin mathrel
  quad qquad thinspace space newline hline tag notag nonumber label ref eqref
  bra ket braket begin end color textcolor
`);

const ENVIRONMENTS = words(`
  matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array subarray cases
  dcases rcases align align* aligned alignat alignat* gather gather* gathered
  equation equation* eqnarray eqnarray* multline multline* split
`);

/**
 * The end of a line may have a length in brackets, of the space behind it: not
 * backwards, and a few lines at most. Anything else in brackets is not read as
 * one: `\\[` also begins a formula. A comment could hide the bracket.
 */
const LINE_END =
  /^(?!\s*(?:\*\s*)?(?:%|\[[-+\s{}\d.,]{0,80}[a-z]{0,2}[\s{}]{0,80}(?:\]|$)))|^\s*(?:\*\s*)?\[\s*(?:\d{0,2}(?:\.\d+)?(?:pt|px|mm)|\d?(?:\.\d+)?(?:em|ex))\s*\]/;
const COLOUR = /^\s*\{\s*(#[\da-fA-F]{3,8}|[a-zA-Z]+)\s*\}/;

/** Macros that could do more than typeset a formula, by what must follow them. */
const ARGUMENTS: Partial<Record<string, RegExp>> = {
  color: COLOUR,
  textcolor: COLOUR,
  newline: LINE_END
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
    } else if (!(ARGUMENTS[name]?.test(rest) ?? true)) {
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
