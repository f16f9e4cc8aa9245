export { KernelShell } from './kernel-shell';
export { TerminalShell } from './terminal-shell';
