import type { IPlanStep, ITranslator } from '../../../contract';
import type { PlanStateValue } from './plan-state';
import { progressOf } from './progress';

/** A plan as Markdown, with the result of each step. */
export function planMarkdown(
  { task, plan, outcomes }: Pick<PlanStateValue, 'task' | 'plan' | 'outcomes'>,
  trans: ITranslator
): string {
  const { succeeded, total, failed, skipped } = progressOf({
    plan,
    outcomes
  });
  const lines = plan.map((step, at) => `${at + 1}. ${line(step)}`);
  return [
    `# ${task}`,
    trans.__(
      '%1 of %2 steps done, %3 failed, %4 skipped.',
      succeeded,
      total,
      failed,
      skipped
    ),
    lines.join('\n')
  ].join('\n\n');

  function line({ id, title, does, on }: IPlanStep): string {
    const outcome = outcomes[id];
    const parts = [does ? `**${title}**: ${does}` : `**${title}**`];
    if (!on) {
      parts.push(trans.__('(switched off)'));
    } else if (outcome?.status === 'succeeded') {
      parts.push(trans.__('Done: %1', outcome.short));
    } else if (outcome?.status === 'failed') {
      parts.push(trans.__('Failed: %1', outcome.reason));
    } else if (outcome?.status === 'skipped') {
      parts.push(trans.__('Skipped: %1', outcome.reason));
    } else {
      parts.push(trans.__('(not done)'));
    }
    const cells = outcome?.work?.cells ?? [];
    // The panel shows the label that the cell has at that time.
    return [...parts, ...cells.map(id => `[#](#cell=${id})`)]
      .filter(Boolean)
      .join(' ')
      .replaceAll('\n', '\n   ');
  }
}
