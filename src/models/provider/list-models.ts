/** Loads `listModels` when a person asks for the list. */
export async function listModels(
  ...asked: Parameters<
    (typeof import('../connection/list-models'))['listModels']
  >
): Promise<string[]> {
  const list = await import('../connection/list-models');
  return list.listModels(...asked);
}
