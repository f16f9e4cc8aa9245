import type { IMcpServerSetting, IMcpService } from '../../contract';

/**
 * Connects the gateway that a person says is theirs. Nobody can tell from here
 * whose process answers at a port, and whoever does gets the cookies of the
 * Jupyter server: so nothing is asked there before the person has pressed for it.
 *
 * @returns `silent` where nothing answers: then nothing is added.
 */
export async function addGateway(
  service: Pick<IMcpService, 'load' | 'save' | 'check' | 'settings'>,
  setting: IMcpServerSetting
): Promise<'connected' | 'silent'> {
  const servers = await service.load();
  // A look that gets no answer ends by itself.
  const { ok } = await servers.test(setting, new AbortController().signal);
  if (!ok) {
    return 'silent';
  }
  // One that was there before and has been started anew.
  const isKnown = service.settings.servers.some(
    ({ name, url }) => name === setting.name && url === setting.url
  );
  if (!isKnown) {
    await service.save(setting);
  }
  await service.check();
  return 'connected';
}
