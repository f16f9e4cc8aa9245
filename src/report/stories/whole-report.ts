import type { IEvidence } from '../../contract';
import type { IReportDocument } from '../model/report-document';
import {
  evidence,
  plotEvidence,
  reportOf,
  tableEvidence,
  textEvidence
} from './evidence-samples';

const EVIDENCE: IEvidence[] = [
  textEvidence('e1', 'mean 4201.754386'),
  {
    ...tableEvidence(
      'e2',
      ['species', 'mass'],
      [
        ['Adelie', '3700.7'],
        ['Gentoo', '5076.0']
      ],
      { rows: 344, columns: 2 }
    ),
    cut: true,
    stale: ['changed']
  },
  plotEvidence('e3'),
  evidence('e4', {
    kind: 'plot',
    mimeType: 'image/svg+xml',
    data: '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><circle r="9"/></svg>',
    width: 200,
    height: 100
  })
];

const MARKDOWN = `
# Penguins

## Summary

The mean is **{{e1.value:1}} g**[[e1]], in _all_ species[[e1, e2]], see [the data](https://example.org/a?b=1&c=2) and \`df\`.

- one
- two
  1. first
  2. second
- done

1. again

## Results

![Mass by species](e2)

![Histogram of the mass](e3)

![Drawing of the mass](e4)

| a | b |
|:--|--:|
| Ulm & Köln | 1.5 |

> Quoted words.

\`\`\`python
print("<b>")
x = 2
\`\`\`

The area is $\\alpha x^2$ and

$$
\\frac{a}{b}
$$

### 한국어와 العربية

한국어 문장입니다.

هذه جملة عربية.

---

A note[^n].

[^n]: Written by hand.
`;

/** A report with one of everything. */
export const WHOLE_REPORT: IReportDocument = reportOf(MARKDOWN, EVIDENCE);
