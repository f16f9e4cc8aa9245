/** As far as a document of MathJax is used; JupyterLab has no types of it. */
interface IMathDocument {
  convert(tex: string, options: { display: boolean; end: number }): unknown;
  toMML(root: unknown): string;
}

/** MathJax has read the formula then, and not drawn it. */
const COMPILED = 20;

/**
 * A formula as MathML, by the MathJax that JupyterLab sets formulas with; null
 * where something else does, or where it does not understand the formula.
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
    console.warn('Cellwright: a formula stays text', error);
    return null;
  }
}
