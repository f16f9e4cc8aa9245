import { safeMathML } from '../writers/html/write-html';
import { unicodeMath } from './unicode-math';

describe('a formula as a line of text', () => {
  it.each([
    [
      String.raw`\hat{\beta} = (X^\top X)^{-1} X^\top y`,
      'β̂ = (X^(⊤) X)⁻¹ X^(⊤) y'
    ],
    [String.raw`\frac{a+b}{2} \le \sqrt{x_i^2}`, '(a+b)/2 ≤ √xᵢ²'],
    [String.raw`\sum_{i=1}^{n} x_i`, '∑ᵢ₌₁ⁿ xᵢ'],
    [String.raw`\text{mean} \pm 1.96 \cdot \sigma`, 'mean ± 1.96 · σ'],
    [String.raw`\left( a \right) \quad 30\%`, '( a ) 30%'],
    [String.raw`\unknown{x}`, String.raw`\unknown x`],
    ['}}}', ''],
    ['x^', 'x']
  ])('of %s is %s', (tex, text) => {
    expect(unicodeMath(tex)).toBe(text);
  });

  it('comes to an end however deep it is', () => {
    expect(unicodeMath('{'.repeat(50_000))).toBe('');
    expect(unicodeMath('\\frac'.repeat(50_000)).length).toBeGreaterThan(0);
  });
});

describe('MathML', () => {
  const math = (inside: string): string =>
    `<math xmlns="http://www.w3.org/1998/Math/MathML">${inside}</math>`;

  it('keeps what shows', () => {
    expect(
      safeMathML(
        math('<mfrac><mi mathvariant="normal">a</mi><mn>2</mn></mfrac>')
      )
    ).toBe(math('<mfrac><mi mathvariant="normal">a</mi><mn>2</mn></mfrac>'));
  });

  it.each([
    '<mi href="javascript:alert(1)">x</mi>',
    '<mi onclick="alert(1)">x</mi>',
    '<maction actiontype="statusline#alert(1)"><mi>x</mi></maction>',
    '<annotation-xml encoding="text/html"><img src="x" onerror="alert(1)"/></annotation-xml>',
    '<mtext><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></mtext>',
    '<mi style="background:url(https://alert(1))">x</mi>'
  ])('loses %s', hostile => {
    expect(safeMathML(math(`${hostile}<mn>1</mn>`))).not.toMatch(/alert/);
    expect(safeMathML(math(`${hostile}<mn>1</mn>`))).toContain('<mn>1</mn>');
  });

  it('is none where it is something else', () => {
    expect(safeMathML('<svg onload="alert(1)"/>')).toBeNull();
    expect(safeMathML('<math><mi>x</mi>')).toBeNull();
  });
});
