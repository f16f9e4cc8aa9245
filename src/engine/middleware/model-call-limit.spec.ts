import { isModelCallLimit, modelCallLimitMiddleware } from './model-call-limit';
import { callModel } from '../stories/call-model';

describe('the limit on requests of a run', () => {
  it('ends it at the request too many, with an error that is known again', async () => {
    const middleware = modelCallLimitMiddleware({ limit: () => 2 });
    await callModel(middleware);
    await callModel(middleware);
    const error: unknown = await callModel(middleware).catch(
      (reason: unknown) => reason
    );
    expect(isModelCallLimit(error)).toBe(true);
    expect(isModelCallLimit(new Error('around it', { cause: error }))).toBe(
      true
    );
    expect(isModelCallLimit(new Error('another'))).toBe(false);
  });

  it('counts as it is set when the request is sent', async () => {
    let limit = 1;
    const middleware = modelCallLimitMiddleware({ limit: () => limit });
    await callModel(middleware);
    limit = 2;
    expect((await callModel(middleware)).sent).toHaveLength(1);
    await expect(callModel(middleware)).rejects.toThrow();
  });

  it('is each run’s own', async () => {
    await callModel(modelCallLimitMiddleware({ limit: () => 1 }));
    const { sent } = await callModel(
      modelCallLimitMiddleware({ limit: () => 1 })
    );
    expect(sent).toHaveLength(1);
  });
});
