import { DEMO_CHOICE } from '../../contract';
import { ScriptedModel } from '../../testing/scripted-model';
import { PlaceholderModel, type IReadyModel } from '../model/model-selector';
import { callModel } from '../stories/call-model';
import { RECIPIENT, notingRun } from '../stories/run-of';
import { selectModelMiddleware } from './call-model';

function ready(name: string): IReadyModel {
  return {
    model: new ScriptedModel([]),
    provider: { ...RECIPIENT.provider, label: () => name },
    choice: { ...DEMO_CHOICE, model: name }
  };
}

describe('the model that is chosen as a step begins', () => {
  it('takes the place that is kept for it, and no other model’s', async () => {
    const chosen = ready('first');
    const { run } = notingRun();
    const middleware = selectModelMiddleware(run, {
      take: async () => chosen
    });
    const placed = await callModel(middleware, {
      model: new PlaceholderModel()
    });
    expect(placed.sent.map(({ model }) => model)).toEqual([chosen.model]);
    const other = await callModel(middleware, { model: 'another' });
    expect(other.sent.map(({ model }) => model)).toEqual(['another']);
    const { provider, choice } = chosen;
    expect(run.recipient).toEqual({ provider, choice });
  });
});
