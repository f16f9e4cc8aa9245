import type { ICallRecord, ITool } from '../../contract';

/**
 * Whether a graph does the work of a call and has begun it, in this page or an
 * earlier one.
 */
export function isWorkUnderWay(
  tool: ITool | undefined,
  known: ICallRecord | undefined
): known is ICallRecord {
  return tool?.workflow !== undefined && known?.intent !== undefined;
}
