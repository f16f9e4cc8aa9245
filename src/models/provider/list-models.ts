/** Loads `fetchModels` when a person asks for the list. */
export async function listModels(
  ...asked: Parameters<
    (typeof import('../connection/fetch-models'))['fetchModels']
  >
): Promise<string[]> {
  const list = await import('../connection/fetch-models');
  return list.fetchModels(...asked);
}
