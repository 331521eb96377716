// Loaded before the program by `--import`: its clock is ahead of the machine's by the hours in the URL of this file, such as
// `?hours=-2`. Timers and performance.now() are as they are, as when an operator sets the clock of a machine.
const aheadMs = Number(new URL(import.meta.url).searchParams.get('hours')) * 3_600_000;
const MachineDate = Date;
const now = () => MachineDate.now() + aheadMs;

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new Date().toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
MachineDate.prototype.constructor = Date;
