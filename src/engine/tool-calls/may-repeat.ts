import { isForServerTool, isMcpTool, type ICallRecord } from '../../contract';
import { isBoundTo } from '../../contract/policy/notebook-binding';
import type { IRunOptions } from '../run-context/run-options';

/**
 * Whether a call that may or may not have run may be sent again without asking:
 * its server says that repeating it changes nothing, and the person has allowed
 * that for the tool in its present form. Only once: if it is unclear again, the
 * person is asked.
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
