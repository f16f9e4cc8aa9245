import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  HumanMessage,
  SystemMessage,
  type BaseMessage
} from '@langchain/core/messages';

import { decide } from '../../../demo-model/decide';
import { PythonProcess } from '../../../testing/processes/python-process';
import { notebookAsData } from '../../../workflows/report/host/host-sources';
import {
  ReportBench,
  type IPause
} from '../../../workflows/report/stories/report-bench';
import { DemoConversation } from './demo-conversation';
import { ODD_TABLES } from './odd-tables';

/** The demo, which knows only what it is sent. */
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

/** Goes from the plan to the file, approving everything as shown. */
async function written(bench: DemoBench): Promise<string> {
  const evidence = await bench.acceptPlan();
  expect(evidence.value.plain).toBe(false);
  expect(evidence.value.sections.every(({ pieces }) => pieces.length > 0)).toBe(
    true
  );
  const review = (await bench.approve(evidence)) as IPause<'review'>;
  expect(review.value.untraced).toEqual([]);
  expect(
    review.value.findings.filter(({ check }) =>
      ['numbers', 'references', 'writing', 'complete', 'figures'].includes(
        check
      )
    )
  ).toEqual([]);
  const [files] = await bench.save(review);
  await bench.answer(files, { confirmed: true });
  return String(bench.written[0].data);
}

describe('the demo', () => {
  let python: PythonProcess;

  beforeAll(() => {
    python = new PythonProcess(tmpdir());
    jest.spyOn(console, 'warn').mockImplementation(() => {});
  });

  afterAll(() => {
    python.dispose();
    jest.restoreAllMocks();
  });

  async function reportOn(table: string): Promise<string> {
    const conversation = new DemoConversation(python, { 'table.csv': table });
    try {
      await conversation.say('Explore table.csv');
      const bench = new DemoBench();
      bench.cells = [...notebookAsData(conversation.notebook).cells];
      const report = await written(bench);
      if (process.env.SHOW) {
        console.log(report);
      }
      return report;
    } finally {
      conversation.dispose();
    }
  }

  it('writes a report without a number of its own', async () => {
    expect(await written(new DemoBench())).toContain('344');
  });

  it('says what it found in the penguins', async () => {
    const report = await reportOn(
      readFileSync(
        join(__dirname, '../../../../examples/penguins.csv'),
        'utf-8'
      )
    );
    expect(report).toContain('344 rows, 8 columns, 0 duplicate rows');
    expect(report).toMatch(
      /highest for Gentoo \(5,?076\.02\) and lowest for Adelie \(3,?700\.66\)/
    );
    expect(report.match(/_files\//g)).toHaveLength(1);
  });

  it.each(Object.entries(ODD_TABLES))(
    'writes a report on what it explored: %s',
    async (_, table) => {
      const report = await reportOn(table);
      expect(report).toContain('# Data');
      // Its plot is an image file beside it, with a caption.
      expect(report).toMatch(/!\[.+\]\(\S+_files\/\S+\.png\)/);
    }
  );
});
