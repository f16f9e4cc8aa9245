/**
 * The part of a MathJax document that is used here; JupyterLab has no types for
 * it.
 */
interface IMathDocument {
  convert(tex: string, options: { display: boolean; end: number }): unknown;
  toMML(root: unknown): string;
}

/** Stops MathJax after it has parsed the formula, before it draws it. */
const COMPILED = 20;

/**
 * A formula as MathML, from the MathJax that JupyterLab typesets with; null if
 * JupyterLab uses another typesetter, or MathJax does not understand the
 * formula.
 */
export async function texToMathML(
  typesetter: object | null,
  tex: string,
  display: boolean
): Promise<string | null> {
  try {
    const document = await (
      typesetter as { mathDocument?(): Promise<IMathDocument> } | null
    )?.mathDocument?.();
    if (
      typeof document?.convert !== 'function' ||
      typeof document.toMML !== 'function'
    ) {
      return null;
    }
    const mathML = document.toMML(
      document.convert(tex, { display, end: COMPILED })
    );
    return mathML.includes('<merror') ? null : mathML;
  } catch (error) {
    console.warn('Cellwright: a formula is shown as text', error);
    return null;
  }
}
