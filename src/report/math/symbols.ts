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
export const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(
  [...LIST.matchAll(/\b(\w+) (\S+)/g)].map(([, name, symbol]) => [name, symbol])
);
