export { KernelShell } from './shell-kernel';
export { TerminalShell } from './shell-terminal';
