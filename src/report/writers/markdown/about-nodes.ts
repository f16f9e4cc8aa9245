import type { RootContent } from 'mdast';

import type { ITranslator } from '../../../contract';
import type { IReportDetails } from '../../model/report-document';
import { aboutReport } from '../about-report';

/** A last section on how the report was made. */
export function aboutNodes(
  details: IReportDetails,
  trans: ITranslator
): RootContent[] {
  return [
    {
      type: 'heading',
      depth: 2,
      children: [{ type: 'text', value: trans.__('About this report') }]
    },
    {
      type: 'list',
      ordered: false,
      spread: false,
      children: aboutReport(details, trans).map(([name, value]) => ({
        type: 'listItem',
        spread: false,
        children: [
          {
            type: 'paragraph',
            children: [{ type: 'text', value: `${name}: ${value}` }]
          }
        ]
      }))
    }
  ];
}
