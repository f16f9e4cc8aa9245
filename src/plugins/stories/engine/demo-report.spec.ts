import {
  type BaseMessage,
  HumanMessage,
  SystemMessage
} from '@langchain/core/messages';

import { decide } from '../../../demo-model/decide';
import {
  ReportBench,
  type IPause
} from '../../../workflows/report/stories/report-bench';

/** The demo, which knows nothing but what it is sent. */
class DemoBench extends ReportBench {
  protected override reply(
    messages: readonly { role: string; text: string }[],
    name: string | null
  ): { call?: unknown; text: string } {
    const sent: BaseMessage[] = messages.map(({ role, text }) =>
      role === 'system' ? new SystemMessage(text) : new HumanMessage(text)
    );
    const { text, calls } = decide(sent, name === null ? [] : [name]);
    return { ...(calls[0] && { call: calls[0].args }), text };
  }
}

describe('the demo', () => {
  it('writes a report without a number of its own', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const bench = new DemoBench();
    const evidence = await bench.acceptPlan();
    expect(evidence.value.plain).toBe(false);
    expect(
      evidence.value.sections.every(({ pieces }) => pieces.length > 0)
    ).toBe(true);
    const review = (await bench.approve(evidence)) as IPause<'review'>;
    expect(review.value.untraced).toEqual([]);
    expect(
      review.value.findings.filter(({ check }) =>
        ['numbers', 'references', 'writing', 'complete'].includes(check)
      )
    ).toEqual([]);
    const [files] = await bench.save(review);
    await bench.answer(files, { confirmed: true });
    expect(bench.written[0].data).toContain('344');
    jest.restoreAllMocks();
  });
});
