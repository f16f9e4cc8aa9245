import { recipientMiddleware } from './recipient';
import type { IModelRecipient } from '../run-context/model-recipient';
import { callModel } from '../stories/call-model';
import { runOf } from '../stories/run-of';

describe('whose answer is awaited', () => {
  async function remembered(
    recipientOf: (model: unknown) => IModelRecipient | null
  ): Promise<IModelRecipient[]> {
    const told: IModelRecipient[] = [];
    const { sent } = await callModel(
      recipientMiddleware({ recipientOf, onRecipient: to => told.push(to) }),
      { model: 'second' }
    );
    expect(sent).toHaveLength(1);
    return told;
  }

  it('is known before the model is asked', async () => {
    const { recipient } = runOf().run;
    expect(
      await remembered(model => (model === 'second' ? recipient : null))
    ).toEqual([recipient]);
  });

  it('stays as it was where the model is not known', async () => {
    expect(await remembered(() => null)).toEqual([]);
  });
});
