import { readReport } from '../read-report';
import { plotEvidence } from '../stories/evidence-samples';
import { sourceFaults, textFaults } from './section-texts';

describe('what is wrong with a text', () => {
  it('is a figure without words', () => {
    const bare = { ...plotEvidence('e1'), title: '' };
    const faults = (markdown: string) =>
      textFaults(readReport(markdown, [bare], 'en').tree);
    expect(faults('One two.\n\n![](e1)')).toEqual({
      withoutCaption: ['e1'],
      words: 2
    });
    expect(faults('![Mass](e1)').withoutCaption).toEqual([]);
  });

  it.each([
    ['<b>bold</b>', true, []],
    ['`<b>` and\n\n```\n<b>\n```', false, []],
    ['[a](javascript:alert(1)) [b](https://example.org)', false, 1],
    ['a < b and c > d', false, []]
  ])('is HTML, or a link to nowhere: %j', (source, html, links) => {
    const faults = sourceFaults(source);
    expect(faults.html).toBe(html);
    expect(faults.deadLinks).toHaveLength(links === 1 ? 1 : 0);
  });
});
