import { createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The addresses of a name, asked for the nth time from 1 on, or undefined for no answer at all. */
export type Zone = (name: string, nth: number) => readonly string[] | undefined;

const types = { a: 1, cname: 5, aaaa: 28 };

/**
 * A name server on this machine (RFC 1035), asked by all look-ups of this process that do not go through the system. An
 * entry of a zone that is no IP address is a CNAME, to which the entries after it belong.
 */
export async function openDnsServer(zone: Zone) {
  const asked = new Map<string, number>();
  const server = createSocket('udp4');
  server.on('message', (query, { address, port }) => {
    const { name, type, end } = questionIn(query);
    const nth = (asked.get(`${type} ${name}`) ?? 0) + 1;
    asked.set(`${type} ${name}`, nth);
    const entries = zone(name, nth);
    if (!entries) return;
    const records = recordsOf(name, type, entries);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(entries.length ? 0x8180 : 0x8183, 2); // an answer; or there is no such name
    header.writeUInt16BE(records.length, 6);
    header.fill(0, 8);
    server.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const usual = getServers();
  setServers([`127.0.0.1:${server.address().port}`]);
  return {
    /** How often the IPv4 addresses of a name were asked for. */
    askedFor: (name: string): number => asked.get(`${types.a} ${name}`) ?? 0,
    close: () => {
      setServers(usual);
      server.close();
    },
  };
}

function questionIn(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordsOf(name: string, type: number, entries: readonly string[]): Buffer[] {
  let owner = name;
  return entries.flatMap((entry) => {
    if (!ipaddr.isValid(entry)) {
      const record = recordOf(owner, types.cname, encodeName(entry));
      owner = entry;
      return [record];
    }
    const kind = isIPv6(entry) ? types.aaaa : types.a;
    return kind === type ? [recordOf(owner, type, Buffer.from(ipaddr.parse(entry).toByteArray()))] : [];
  });
}

function recordOf(name: string, type: number, data: Buffer): Buffer {
  const fields = Buffer.alloc(10); // type, class, seconds that it lasts, length
  fields.writeUInt16BE(type, 0);
  fields.writeUInt16BE(1, 2);
  fields.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fields, data]);
}

const encodeName = (name: string) =>
  Buffer.concat([...name.split('.'), ''].map((label) => Buffer.from([label.length, ...Buffer.from(label)])));
