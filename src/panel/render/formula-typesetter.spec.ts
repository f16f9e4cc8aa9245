import { FormulaTypesetter } from './formula-typesetter';

const FORMULAS = '.jp-Cellwright-formula';

async function typeset(text: string): Promise<HTMLElement> {
  const host = document.createElement('div');
  const paragraph = host.appendChild(document.createElement('p'));
  paragraph.textContent = text;
  await new FormulaTypesetter({ typeset: () => undefined }).typeset(host);
  return host;
}

describe('a long text', () => {
  it('is typeset up to a length, and stays as it was written above it', async () => {
    const words = 'a '.repeat(9_000);
    const short = await typeset('$x$ '.repeat(500) + words);
    expect(short.querySelectorAll(FORMULAS)).toHaveLength(500);
    const text = '$x$ '.repeat(501) + words;
    const long = await typeset(text);
    expect(long.querySelector(FORMULAS)).toBeNull();
    expect(long.querySelector('code')?.textContent).toBe(text);
  });
});
