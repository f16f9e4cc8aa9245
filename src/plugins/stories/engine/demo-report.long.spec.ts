import type { BaseMessage } from '@langchain/core/messages';

import { decide } from '../../../demo-model/decide';
import type { IScriptedStep } from '../../../testing/scripted-model';
import { PenguinSite } from '../../../workflows/report/stories/report-site';
import { PENGUINS, useDemo } from './demo-conversation';
import { ODD_TABLES } from './odd-tables';

/** The demo, which knows only what it is sent. */
class DemoSite extends PenguinSite {
  protected override written(
    messages: BaseMessage[],
    name: string,
    isSection: boolean
  ): IScriptedStep {
    return decide(messages, isSection ? [] : [name]);
  }
}

/** Goes from the plan to the file, approving everything as shown. */
async function written(site: DemoSite): Promise<string> {
  const evidence = await site.toEvidence();
  expect(evidence.plain).toBe(false);
  expect(evidence.sections.every(({ pieces }) => pieces.length > 0)).toBe(true);
  const review = await site.accept(evidence, 'review');
  expect(review.untraced).toEqual([]);
  expect(
    review.findings.filter(({ check }) =>
      ['numbers', 'references', 'writing', 'complete', 'figures'].includes(
        check
      )
    )
  ).toEqual([]);
  await site.save(review);
  return String(site.file('penguins.md'));
}

describe('the demo', () => {
  const begin = useDemo();

  beforeAll(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
  });

  async function reportOn(table: string): Promise<string> {
    const conversation = begin({ 'table.csv': table });
    await conversation.say('Explore table.csv');
    return written(new DemoSite(conversation.notebook));
  }

  it('writes a report without a number of its own', async () => {
    expect(await written(new DemoSite())).toContain('344');
  });

  it('says what it found in the penguins', async () => {
    const report = await reportOn(PENGUINS);
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
