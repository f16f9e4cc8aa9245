import { isForServerTool, isMcpTool, type ICallRecord } from '../../contract';
import { isBoundTo } from '../../contract/policy/notebook-binding';
import type { IRunOptions } from '../run-context/run-options';

/**
 * Whether a call of which nobody knows whether it ran may be sent once more
 * without a question: its server says that a second one changes nothing, and the
 * person has allowed that for the tool as it is now. Once: what is unclear after
 * that asks.
 */
export function mayRepeat(
  {
    tools,
    settings,
    notebook
  }: Pick<IRunOptions, 'tools' | 'settings' | 'notebook'>,
  { intent, attempt }: ICallRecord
): boolean {
  const tool = tools.get(intent?.tool ?? '');
  return (
    attempt === 0 &&
    tool !== undefined &&
    isMcpTool(tool) &&
    tool.mcp.hints.idempotent === true &&
    (settings().policy.serverTools ?? []).some(
      rule =>
        rule.repeat === true &&
        isForServerTool(rule, tool.mcp) &&
        (rule.notebook === null || isBoundTo(rule.notebook, notebook.identity))
    )
  );
}
