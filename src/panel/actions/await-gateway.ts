import type { IMcpServerSetting, IMcpService } from '../../contract';

/** ms between two looks, and for how long there are any. */
const PAUSE = 3_000;
const MOST = 10 * 60_000;

/**
 * Connects a gateway that the person is about to start, once it answers.
 *
 * @returns `connected`; `taken` where something answered there already, before
 * anything was started: that is added by nobody; `silent` where nothing came.
 */
export async function awaitGateway(
  service: Pick<IMcpService, 'load' | 'save' | 'check'>,
  setting: IMcpServerSetting,
  pause = PAUSE
): Promise<'connected' | 'taken' | 'silent'> {
  const servers = await service.load();
  // A look that gets no answer ends by itself.
  const { signal } = new AbortController();
  const answers = async (): Promise<boolean> =>
    (await servers.test(setting, signal)).ok;
  if (await answers()) {
    return 'taken';
  }
  for (let waited = 0; waited < MOST; waited += PAUSE) {
    await new Promise(resolve => setTimeout(resolve, pause));
    if (await answers()) {
      await service.save(setting);
      await service.check();
      return 'connected';
    }
  }
  return 'silent';
}
