import type { ITranslator } from '../../contract';

/** Why the settings file could not be read: it is broken, or nobody answers. */
export type SettingsTrouble = 'unreadable' | 'away';

/**
 * Whether the file may be fine and only could not be fetched. For a file that
 * is not JSON, a server answers 500. If the server returns JSON that
 * JupyterLab's registry rejects, the error is a list; if it returns something
 * that is not JSON (`NaN`), it is a syntax error.
 */
export function canBeRead(error: unknown): boolean {
  const { response } = (error ?? {}) as { response?: { status?: unknown } };
  return !(
    Array.isArray(error) ||
    error instanceof SyntaxError ||
    response?.status === 500
  );
}

/** @param known whether the settings were read before. */
export function troubleText(
  trouble: SettingsTrouble,
  trans: ITranslator,
  { path, known }: { path: string; known: boolean }
): string {
  const holds = known
    ? trans.__('Until then, this page keeps using the earlier settings.')
    : trans.__('Until then, the defaults are used.');
  return trouble === 'unreadable'
    ? trans.__(
        'Cellwright’s settings can’t be read: the file %1 is not valid JSON, or contains something other than names and values. Nothing is written to it. Correct it by hand, then reload this page. %2',
        path,
        holds
      )
    : trans.__(
        'Cellwright’s settings could not be fetched from the Jupyter server. Check your connection, then reload this page. %1',
        holds
      );
}
