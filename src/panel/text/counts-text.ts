import type { IMcpServer, ITranslator } from '../../contract';

/** "3 tools, 1 resource". */
export function countsText(
  { tools, resources, prompts }: IMcpServer['counts'],
  trans: ITranslator
): string {
  return [
    trans._n('%1 tool', '%1 tools', tools),
    ...(resources > 0
      ? [trans._n('%1 resource', '%1 resources', resources)]
      : []),
    ...(prompts > 0 ? [trans._n('%1 prompt', '%1 prompts', prompts)] : [])
  ].join(', ');
}
