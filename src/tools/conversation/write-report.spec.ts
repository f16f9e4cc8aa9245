import { toolContext } from '../stories/tool-context';
import { writeReport } from './write-report';

describe('write_report', () => {
  it('shows on its card what the model says it is for', async () => {
    const args = writeReport.schema.parse({
      prompt: 'All of it',
      description: 'For the board.'
    });
    expect(await writeReport.propose?.(args, toolContext())).toMatchObject({
      reason: 'For the board.'
    });
  });
});
