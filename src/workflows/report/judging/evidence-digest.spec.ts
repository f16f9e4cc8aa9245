import type { IEvidence } from '../../../contract';
import { textEvidence } from '../../../report/stories/evidence-samples';
import { evidenceDigest } from './evidence-digest';

describe('evidence as a model reads it', () => {
  it('has both ends of a long table, and how many rows it has', () => {
    const rows = Array.from({ length: 52 }, (_, at) => [
      `state ${at + 1}`,
      String(1000 - at)
    ]);
    const piece: IEvidence = {
      ...textEvidence('e1', ''),
      content: {
        kind: 'table',
        table: {
          header: [['state', 'density']],
          rows,
          labels: 1,
          size: { rows: 52, columns: 1 }
        }
      }
    };
    const text = evidenceDigest([piece], { schemasOnly: false, most: 700 });
    expect(text).toContain('r1: state 1 | 1000\n');
    expect(text).toContain('r52: state 52 | 949\n52 rows, 1 columns');
    expect(text).toMatch(/\n… \d+ lines \(.*\) left out …\n/);
    expect(text.length).toBeLessThan(900);
  });

  it('has the code that made it where a text on it is written', () => {
    const piece = { ...textEvidence('e1', 'mean 4201'), code: 'mass.mean()' };
    const digest = (withCode: boolean, schemasOnly = false): string =>
      evidenceDigest([piece], { schemasOnly, most: 700, withCode });
    expect(digest(true)).toContain('Computed by:\nmass.mean()');
    expect(digest(false)).not.toContain('mass.mean');
    expect(digest(true, true)).not.toContain('mass.mean');
  });
});
