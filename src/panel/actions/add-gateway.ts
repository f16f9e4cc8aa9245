import type { IMcpServerSetting, IMcpService } from '../../contract';

/**
 * Connects the gateway that the person says is theirs. The page cannot tell
 * whose process answers on a port, and whatever answers gets the cookies of the
 * Jupyter server: so no request is sent before the person has pressed the
 * button.
 *
 * @returns `silent` if nothing answers; nothing is added then.
 */
export async function addGateway(
  service: Pick<IMcpService, 'load' | 'save' | 'check' | 'settings'>,
  setting: IMcpServerSetting
): Promise<'connected' | 'silent'> {
  const servers = await service.load();
  // A test that gets no answer ends by itself.
  const { ok } = await servers.test(setting, new AbortController().signal);
  if (!ok) {
    return 'silent';
  }
  // It may be in the settings already, and only have been restarted.
  const isKnown = service.settings.servers.some(
    ({ name, url }) => name === setting.name && url === setting.url
  );
  if (!isKnown) {
    await service.save(setting);
  }
  await service.check();
  return 'connected';
}
