import type { ICallRecord, ITool } from '../../contract';

/** Whether a graph does the work of a call and has begun with it, in this page or before. */
export function isWorkUnderWay(
  tool: ITool | undefined,
  known: ICallRecord | undefined
): known is ICallRecord {
  return tool?.workflow !== undefined && known?.intent !== undefined;
}
