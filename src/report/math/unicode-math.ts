/** Superscript and subscript characters. */
const RAISED: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()niabcdefghjklmoprstuvwxyz'].map((each, at) => [
    each,
    [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'][at]
  ])
);
const LOWERED: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()aehijklmnoprstuvx'].map((each, at) => [
    each,
    [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'][at]
  ])
);

/** Accents over a letter. */
const ACCENTS: Record<string, string> = {
  hat: '\u0302',
  widehat: '\u0302',
  bar: '\u0304',
  overline: '\u0305',
  tilde: '\u0303',
  widetilde: '\u0303',
  vec: '\u20d7',
  dot: '\u0307',
  ddot: '\u0308'
};

/** Macros whose argument is plain text. */
const PLAIN =
  /^(text|textrm|textbf|textit|mathrm|mathbf|mathit|mathsf|mathtt|mathcal|mathbb|boldsymbol|bm|operatorname|mbox)$/;

const MAX_DEPTH = 30;

/**
 * A formula as a line of text, for forms without mathematics: symbols become
 * characters, fractions are written with a slash, and indices become subscripts
 * if there are such characters. Anything unknown stays as it was written.
 */
export function unicodeMath(tex: string): string {
  const tokens =
    tex.match(/\\[a-zA-Z]+\*?|\\[^]|[{}^_&~]|\s+|[^\\{}^_&~\s]/gu) ?? [];
  let at = 0;
  return line().replace(/\s+/g, ' ').trim();

  function line(depth = 0): string {
    let text = '';
    while (at < tokens.length) {
      if (tokens[at] === '}') {
        if (depth > 0) {
          break;
        }
        at++;
        continue;
      }
      text += next(depth);
    }
    return text;
  }

  function next(depth: number): string {
    const token = tokens[at++] ?? '';
    switch (token) {
      case '{':
        return group(depth);
      case '^':
        return raised(argument(depth), RAISED, '^');
      case '_':
        return raised(argument(depth), LOWERED, '_');
      case '&':
      case '~':
        return ' ';
      case "'":
        return '′';
      case '-':
        return '−';
      default:
        return token.startsWith('\\') ? macro(token.slice(1), depth) : token;
    }
  }

  function group(depth: number): string {
    const text = depth < MAX_DEPTH ? line(depth + 1) : '';
    if (tokens[at] === '}') {
      at++;
    }
    return text;
  }

  function argument(depth: number): string {
    while (/^\s+$/.test(tokens[at] ?? '')) {
      at++;
    }
    return depth < MAX_DEPTH ? next(depth + 1) : '';
  }

  function macro(name: string, depth: number): string {
    if (/^[dt]?frac$/.test(name)) {
      const over = argument(depth);
      return `${inBrackets(over)}/${inBrackets(argument(depth))}`;
    }
    if (name === 'sqrt') {
      return `√${inBrackets(argument(depth))}`;
    }
    if (name in ACCENTS) {
      const text = argument(depth);
      return text.length === 1 ? `${text}${ACCENTS[name]}` : text;
    }
    if (PLAIN.test(name)) {
      return argument(depth);
    }
    if (/^(left|right|big|Big|bigg|Bigg)[lr]?$/.test(name)) {
      return tokens[at] === '.' ? (at++, '') : '';
    }
    if (name === 'begin' || name === 'end') {
      argument(depth);
      return ' ';
    }
    if (name === '\\') {
      return '; ';
    }
    if (/^[,:;! ]$|^q?quad$/.test(name)) {
      return ' ';
    }
    if (/^[^a-zA-Z]$/.test(name)) {
      return name;
    }
    return (
      SYMBOLS[name] ??
      (/^(sin|cos|tan|log|ln|exp|min|max|lim|det|sup|inf|arg|Pr)$/.test(name)
        ? name
        : `\\${name} `)
    );
  }
}

function raised(
  text: string,
  characters: Record<string, string>,
  otherwise: string
): string {
  const plain = [...text.replaceAll('−', '-')];
  return plain.length > 0 && plain.every(each => each in characters)
    ? plain.map(each => characters[each]).join('')
    : text === ''
      ? ''
      : `${otherwise}${inBrackets(text)}`;
}

function inBrackets(text: string): string {
  const plain = text.trim();
  return /^[\p{L}\p{M}\p{N}.]*$/u.test(plain) ? plain : `(${plain})`;
}

/** Each macro with its character. */
const LIST = `
  alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η
  theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ
  sigma σ tau τ upsilon υ phi φ varphi ϕ chi χ psi ψ omega ω Gamma Γ
  Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
  sum ∑ prod ∏ int ∫ oint ∮ partial ∂ nabla ∇ infty ∞ pm ± mp ∓ times ×
  div ÷ cdot · ast ∗ star ⋆ circ ∘ bullet • le ≤ leq ≤ ge ≥ geq ≥ ne ≠
  neq ≠ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ ll ≪ gg ≫ in ∈
  notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩
  setminus ∖ emptyset ∅ varnothing ∅ forall ∀ exists ∃ neg ¬ land ∧ lor ∨
  wedge ∧ vee ∨ top ⊤ bot ⊥ perp ⊥ mid | parallel ∥ to → rightarrow →
  leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔
  iff ⇔ implies ⇒ mapsto ↦ uparrow ↑ downarrow ↓ ldots … dots … cdots ⋯
  vdots ⋮ prime ′ angle ∠ degree ° hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ langle ⟨
  rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | lVert ‖
  rVert ‖ vert | Vert ‖ oplus ⊕ otimes ⊗ odot ⊙ dagger †
`;

/** LaTeX macros that stand for a single character. */
const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(
  [...LIST.matchAll(/\b(\w+) (\S+)/g)].map(([, name, symbol]) => [name, symbol])
);
