import type { KernelMessage } from '@jupyterlab/services';

import { KernelProcess } from './kernel-process';

describe('the process of a kernel', () => {
  let process: KernelProcess;

  const say = (
    state: string,
    session: string,
    { parent = 'request', asker = 'somebody' } = {}
  ) =>
    process.note(
      {
        header: { msg_type: 'status', session },
        parent_header: { msg_id: parent, session: asker },
        content: { execution_state: state }
      } as unknown as KernelMessage.IIOPubMessage,
      'page'
    );
  const answer = (
    session: string,
    options: { parent?: string; asker?: string } = {}
  ) => {
    say('busy', session, options);
    return say('idle', session, options);
  };

  beforeEach(() => {
    process = new KernelProcess();
  });

  it('is known from the end of what began before the page was there', () => {
    say('idle', 'A');
    expect(process.id).toBe('A');
  });

  it('is another after a restart, and what the old one says late is not heard', () => {
    answer('A');
    process.restarted();
    expect(process.epoch).toBe('');
    answer('A', { parent: 'shutdown' });
    expect(process.epoch).toBe('');
    answer('B');
    expect(process.id).toBe('B');
    answer('A', { parent: 'late' });
    expect(process.id).toBe('B');
  });

  it('does not follow what the server says in its place, with our id', () => {
    answer('A');
    answer('page');
    answer('');
    expect(process.id).toBe('A');
  });

  it('is counted by restarts where the kernel answers with the id of who asks', () => {
    answer('one', { asker: 'one' });
    const first = process.epoch;
    answer('two', { asker: 'two' });
    expect(process.id).toBeNull();
    expect(process.epoch).toBe(first);
    process.restarted();
    answer('one', { asker: 'one' });
    expect(process.epoch).not.toBe(first);
    expect(process.epoch).not.toBe('');
  });

  it('does not flap where the id changes within one request', () => {
    answer('A');
    say('busy', 'B');
    say('idle', 'C');
    expect(process.id).toBeNull();
    const fallback = process.epoch;
    answer('D');
    answer('A');
    expect(process.epoch).toBe(fallback);
  });
});
