/** A request to the hidden kernel. */
export interface ICommandOptions {
  command: string;
  stdin: string;
  /** ms */
  timeout: number;
  /** Relative to the server's root, which is the kernel's own folder. */
  cwd: string;
}

/** A line of JSON that the code below prints. */
export type CommandMessage =
  /** Text from stdout (1) or stderr (2), as it arrives. */
  | { out: 1 | 2; text: string }
  /** Number of characters dropped between the text before and after. */
  | { out: 1 | 2; left: number }
  | {
      end: 'done' | 'timeout' | 'stopped' | 'failed' | 'unavailable';
      code: number | null;
      /** Why it could not be started. */
      why?: string;
      ms: number;
    };

/** Characters kept from the beginning and from the end of a stream. */
export const HEAD = 100_000;
export const TAIL = 100_000;
/** Seconds from the first signal to the one that cannot be ignored. */
const KILL_AFTER = 2;
/** Seconds to wait for a background process that keeps the streams open. */
const LINGER = 0.5;

/** Python that runs one command and prints `CommandMessage`s. */
export function commandCode(options: ICommandOptions): string {
  const config = JSON.stringify({
    ...options,
    head: HEAD,
    tail: TAIL,
    killAfter: KILL_AFTER,
    linger: LINGER
  });
  // A JSON string is a valid Python string. It is kept to ASCII, because
  // IPython ends lines at characters where Python does not.
  const literal = JSON.stringify(
    config.replace(/[^ -~]/g, character => {
      const code = character.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${code}`;
    })
  );
  return `${RUN}\n_cellwright_run(${literal})\n`;
}

/**
 * The command gets a session of its own, so that everything it starts can be
 * ended with it. Threads read the pipes, and the main thread does all the
 * printing, because Jupyter attributes output to it. SIGINT, an interrupt of
 * the kernel, stops the command. It sets a flag instead of raising, because an
 * exception could come between the start of the process and its assignment to a
 * variable.
 */
const RUN = `
def _cellwright_run(config):
    import codecs, json, locale, os, queue, shutil, signal, subprocess, sys, threading, time

    config = json.loads(config)
    began = time.monotonic()

    def tell(message):
        sys.stdout.write(json.dumps(message) + '\\n')
        sys.stdout.flush()

    def end(how, code=None, why=None):
        tell({'end': how, 'code': code, 'why': why, 'ms': round((time.monotonic() - began) * 1000)})

    if sys.platform in ('emscripten', 'wasi'):
        return end('unavailable')
    windows = os.name == 'nt'
    cwd = os.path.join(os.getcwd(), *config['cwd'].split('/'))
    if not os.path.isdir(cwd):
        return end('failed', why='There is no folder %r.' % config['cwd'])

    environment = dict(os.environ)
    # What the kernel set for itself, and what would wait for a person.
    for name in ('JPY_PARENT_PID', 'JPY_SESSION_NAME', 'FORCE_COLOR', 'CLICOLOR_FORCE', 'CLICOLOR'):
        environment.pop(name, None)
    if 'inline' in environment.get('MPLBACKEND', ''):
        environment.pop('MPLBACKEND')
    # The environment is this Python's, whatever the server's own is: what is
    # installed, the kernel of this name can import.
    folder = os.path.dirname(sys.executable or '')
    if folder:
        folders = [folder] + ([os.path.join(sys.prefix, 'Scripts')] if windows else [])
        environment['PATH'] = os.pathsep.join(folders + [environment.get('PATH', os.defpath)])
        for name in ('VIRTUAL_ENV', 'CONDA_PREFIX'):
            environment.pop(name, None)
        if os.path.isfile(os.path.join(sys.prefix, 'pyvenv.cfg')):
            environment['VIRTUAL_ENV'] = sys.prefix
        elif os.path.isdir(os.path.join(sys.prefix, 'conda-meta')):
            environment['CONDA_PREFIX'] = sys.prefix
        # An environment without a pip of its own finds another one's, which
        # would install there.
        if not any(shutil.which('pip', path=each) for each in folders):
            environment['PIP_PYTHON'] = sys.executable
    environment.update(TERM='dumb', NO_COLOR='1', PAGER='cat', GIT_PAGER='cat', PYTHONUNBUFFERED='1')

    stop = threading.Event()
    ended = []
    def on_signal(number, frame):
        stop.set()
        if number != signal.SIGINT:
            ended.append(number)
    before = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            before[number] = signal.signal(number, on_signal)
        except ValueError:
            pass  # Not the main thread: an interrupt comes as an exception.

    def run():
        try:
            process = subprocess.Popen(
                config['command'], shell=True, cwd=cwd, env=environment,
                executable=None if windows else shutil.which('bash'),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                **({'creationflags': subprocess.CREATE_NEW_PROCESS_GROUP} if windows else {'start_new_session': True}))
        except (OSError, ValueError) as error:
            return end('failed', why=str(error))

        over = threading.Event()
        chunks = queue.Queue(maxsize=64)

        def write():
            try:
                process.stdin.write(config['stdin'].encode('utf-8', 'replace'))
                process.stdin.close()
            except OSError:
                pass  # It does not read its input.

        def read(stream, pipe):
            while True:
                chunk = os.read(pipe.fileno(), 65536)
                while not over.is_set():
                    try:
                        chunks.put((stream, chunk), timeout=0.2)
                        break
                    except queue.Full:
                        pass
                if not chunk:
                    return

        streams = {1: process.stdout, 2: process.stderr}
        threading.Thread(target=write, daemon=True).start()
        for stream, pipe in streams.items():
            threading.Thread(target=read, args=(stream, pipe), daemon=True).start()

        def signal_group(number):
            if windows:
                subprocess.run(['taskkill', '/F', '/T', '/PID', str(process.pid)], capture_output=True)
                return
            try:
                os.killpg(process.pid, number)
            except (ProcessLookupError, PermissionError):
                return False
            return True

        def is_alive():
            return process.poll() is None or (not windows and signal_group(0))

        encoding = locale.getpreferredencoding(False) if windows else 'utf-8'
        decoders = {stream: codecs.getincrementaldecoder(encoding)('replace') for stream in streams}
        fresh = {1: [], 2: []}
        told = {1: 0, 2: 0}
        tails = {1: '', 2: ''}
        left = {1: 0, 2: 0}

        def flush():
            for stream in streams:
                text = ''.join(fresh[stream])
                fresh[stream].clear()
                now = text[:config['head'] - told[stream]]
                if now:
                    told[stream] += len(now)
                    tell({'out': stream, 'text': now})
                tail = tails[stream] + text[len(now):]
                left[stream] += max(0, len(tail) - config['tail'])
                tails[stream] = tail[-config['tail']:]

        deadline = began + config['timeout'] / 1000
        open_streams = {1, 2}
        flushed = time.monotonic()
        exited = reason = kill_at = None
        while True:
            try:
                stream, chunk = chunks.get(timeout=0.05)
                fresh[stream].append(decoders[stream].decode(chunk, final=not chunk))
                if not chunk:
                    open_streams.discard(stream)
            except queue.Empty:
                pass
            except KeyboardInterrupt:
                stop.set()
            now = time.monotonic()
            if now - flushed > 0.1:
                flush()
                flushed = now
            if exited is None and process.poll() is not None:
                exited = now
            if reason is None:
                if exited is not None and (not open_streams or (now - exited > config['linger'] and chunks.empty())):
                    break
                if stop.is_set() or now > deadline:
                    reason = 'stopped' if stop.is_set() else 'timeout'
                    signal_group(signal.SIGTERM)
                    kill_at = now + config['killAfter']
            elif not is_alive() and (not open_streams or now > kill_at):
                break
            elif now > kill_at:
                if kill_at + 1 < now:
                    break
                if not windows:
                    signal_group(signal.SIGKILL)
        over.set()
        flush()
        for stream in streams:
            if left[stream]:
                tell({'out': stream, 'left': left[stream]})
            if tails[stream]:
                tell({'out': stream, 'text': tails[stream]})
        code = process.poll()
        end(reason or 'done', 128 - code if code is not None and code < 0 else code)

    try:
        run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if ended:
        os.kill(os.getpid(), ended[0])
`.trim();
