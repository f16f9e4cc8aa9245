import { recipientMiddleware } from './middleware-chain';
import type { IAnsweringModel } from '../run-context/answering-model';
import { callModel } from '../stories/call-model';
import { RECIPIENT } from '../stories/run-of';

describe('whose answer is awaited', () => {
  async function remembered(
    recipientOf: (model: unknown) => IAnsweringModel | null
  ): Promise<IAnsweringModel[]> {
    const told: IAnsweringModel[] = [];
    const { sent } = await callModel(
      recipientMiddleware({ recipientOf, onRecipient: to => told.push(to) }),
      { model: 'second' }
    );
    expect(sent).toHaveLength(1);
    return told;
  }

  it('is known before the model is asked', async () => {
    expect(
      await remembered(model => (model === 'second' ? RECIPIENT : null))
    ).toEqual([RECIPIENT]);
  });

  it('stays as it was where the model is not known', async () => {
    expect(await remembered(() => null)).toEqual([]);
  });
});
