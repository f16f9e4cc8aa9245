/** `listModels`, loaded when a person asks for the list. */
export async function listModels(
  ...asked: Parameters<(typeof import('./model-list'))['listModels']>
): Promise<string[]> {
  const list = await import('./model-list');
  return list.listModels(...asked);
}
