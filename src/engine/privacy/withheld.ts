import type { ITool, IToolResult } from '../../contract';

/**
 * A result in the mode "schemas only": no images, and unless the tool declares
 * that it returns schemas only, nothing but how it ended. The person still sees
 * the whole result.
 *
 * @param hadValues whether the mode was off when the tool began.
 */
export function withheld(
  result: IToolResult,
  tool: Pick<ITool, 'name' | 'schemasOnly'>,
  hadValues: boolean
): IToolResult {
  return {
    ...result,
    images: undefined,
    ...(tool.schemasOnly && !hadValues
      ? {}
      : {
          shown: undefined,
          text: `Withheld: the person has restricted you to schemas, without values, and what ${tool.name} returns may contain values. It ended ${result.ok ? 'well' : 'with a failure'}. The person can see the result.`
        })
  };
}
