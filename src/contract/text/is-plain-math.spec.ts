import { isPlainMath, mayHoldMath } from '..';

describe('LaTeX that only typesets', () => {
  it.each([
    String.raw`\hat{\beta} = (X^\top X)^{-1} X^\top y`,
    String.raw`\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}`,
    String.raw`\left\lVert x \right\rVert_2 \, \text{for } n \ge 30\%`,
    String.raw`\textcolor{#06c}{a} + \color{red} b \quad c`,
    String.raw`\begin{matrix} a \\[2pt] b \\* c \\[1.5ex] d \end{matrix}`,
    String.raw`\\[x^2\\]`,
    'no macro at all, 5 < 6 & 7'
  ])('may be %s', source => expect(isPlainMath(source)).toBe(true));

  it.each([
    ['a macro of no list', String.raw`\style{x}{y}`],
    ['a macro that only begins like one of the list', String.raw`\alphabet`],
    [
      'a name with an @, which some typesetters read as a letter',
      String.raw`\alpha@b`
    ],
    ['a macro behind a line break in LaTeX', String.raw`\\\href{a}{b}`],
    ['an environment of no list', String.raw`\begin{html}x\end{html}`],
    ['an environment without a name', String.raw`\begin x`],
    ['a colour that is more than a name', String.raw`\color{url(//a)}{x}`],
    ['a space that leads out of its place', String.raw`\hspace{-400px}x`],
    ['a wide space', String.raw`\hspace{99em}x`],
    ['a line that is far off', String.raw`x \\[-500em] y`],
    ['the same with a star', String.raw`x \\*[99em] y`],
    ['the same behind a space', String.raw`x \\ [-9em] y`],
    ['the same behind many spaces', `x \\\\${' '.repeat(200)}[-9em] y`],
    ['the same behind a comment', 'x \\\\%\n[-9em] y'],
    ['a length of many digits', `x \\\\[-${'0'.repeat(200)}9em] y`],
    ['the same at the beginning', String.raw`\\[-9em] y`],
    ['the same by another name', String.raw`x \cr[-99em] y`],
    ['the same by a third name', String.raw`x \newline[-99em] y`],
    ['a line that is thick', String.raw`\genfrac{}{}{99em}{}{a}{b}`],
    ['a backslash by its number', '^^5cstyle{x}'],
    ['a backslash at the end, which what follows could join', 'x\\'],
    ['a name of the language that checks it', String.raw`\constructor`]
  ])('is not %s', (_, source) => expect(isPlainMath(source)).toBe(false));

  it('is looked at in 100,000 characters without keeping anybody waiting', () => {
    expect(isPlainMath('\\alpha {'.repeat(12_500))).toBe(true);
    expect(isPlainMath('\\color{red}'.repeat(10_000))).toBe(true);
  });

  it.each(['a $ b', '\\(x', '\\[x', '\\begin{a}', '\\ref{a}', '\\eqref{a}'])(
    'may begin in %s',
    text => expect(mayHoldMath(text)).toBe(true)
  );

  it('begins nowhere in a path of Windows', () => {
    expect(mayHoldMath('C:\\Users\\style')).toBe(false);
  });
});
