import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundConnections } from '../../src/transports/connections.ts';

let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

/** Builds a server without a network, whose connections and requests the test creates. */
function build(max: number, maxPerAddress: number) {
  const server = new EventEmitter();
  const ended: string[] = [];
  const refused: string[] = [];
  const bounds = { max, maxPerAddress, isProxy: (address: string) => address.startsWith('10.') };
  const nameOf = new Map<unknown, string>();
  const connections = boundConnections(server as unknown as Server, bounds, (socket) => {
    refused.push(nameOf.get(socket)!);
    socket.destroy();
  });
  return {
    ended,
    refused,
    closeIdle: () => connections.closeIdle(),
    /** Opens a connection one millisecond after the previous event. */
    open(name: string, remoteAddress?: string) {
      now += 1;
      const end = (how: string) => () => {
        ended.push(`${how}${name}`);
        socket.emit('close');
      };
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        bytesRead: 0,
        destroy: end(''),
        destroySoon: end('soon '),
        parser: { onIncoming: () => 0 },
      });
      nameOf.set(socket, name);
      server.emit('connection', socket);
      return {
        socket,
        /**
         * Starts a complete or incomplete request.
         *
         * @returns a function that ends the request
         */
        ask(complete: boolean) {
          const req = { socket, complete };
          const response = Object.assign(new EventEmitter(), { req, writableEnded: false });
          socket.bytesRead += 10;
          server.emit('request', req, response);
          const sent = () => {
            now += 1;
            response.emit('close');
          };
          return Object.assign(sent, { response });
        },
      };
    },
    request: (socket: object) => server.emit('request', { socket }, new EventEmitter()),
  };
}

describe('connections', () => {
  it('are as many as there may be, in all and from one address; one more ends the oldest', () => {
    const { open, ended } = build(4, 2);
    open('a1', 'a');
    open('b1', 'b');
    open('a2', 'a');
    expect(ended).toEqual([]);
    open('a3', 'a');
    expect(ended).toEqual(['a1']);
    open('c1', 'c');
    expect(ended).toEqual(['a1']);
    // Four connections are open: b1, a2, a3 and c1. The longest idle connection is closed for
    // another address.
    open('d1', 'd');
    expect(ended).toEqual(['a1', 'b1']);
    open('a4', 'a');
    expect(ended).toEqual(['a1', 'b1', 'a2']);
  });

  it('of a proxy count in all, and by no address', () => {
    const { open, ended } = build(4, 1);
    for (const name of ['p1', 'p2', 'p3', 'p4']) open(name, '10.0.0.1');
    expect(ended).toEqual([]);
    open('a1', 'a');
    expect(ended).toEqual(['p1']);
  });

  it('without an address are one address', () => {
    const { open, ended } = build(9, 1);
    open('x');
    open('y');
    expect(ended).toEqual(['x']);
  });

  it('that are closed no longer count', () => {
    const { open, ended } = build(2, 2);
    const first = open('a1', 'a');
    open('a2', 'a');
    first.socket.emit('close');
    open('a3', 'a');
    expect(ended).toEqual([]);
  });

  it('are idle from their last answer on', () => {
    const { open, ended } = build(9, 2);
    const first = open('a1', 'a');
    open('a2', 'a');
    first.ask(true)();
    open('a3', 'a');
    expect(ended).toEqual(['a2']);
  });

  it('give way where idle before any that asks, and the longest asking before the next', () => {
    const { open, ended } = build(9, 3);
    // One connection has sent a few bytes, and another has sent all but its body.
    open('bytes', 'a').socket.bytesRead = 1;
    open('body', 'a').ask(false);
    open('idle', 'a');
    open('next', 'a').ask(true);
    expect(ended).toEqual(['idle']);
    open('last', 'a').ask(true);
    expect(ended).toEqual(['idle', 'bytes']);
    open('more', 'a').ask(true);
    expect(ended).toEqual(['idle', 'bytes', 'body']);
  });

  it('are idle again when what came is answered, and not before', () => {
    const { open, ended } = build(9, 2);
    const one = open('one', 'a');
    const [first, second] = [one.ask(true), one.ask(true)];
    open('two', 'a').socket.bytesRead = 1;
    first();
    open('three', 'a').socket.bytesRead = 1;
    expect(ended).toEqual(['two']);
    second();
    open('four', 'a');
    expect(ended).toEqual(['two', 'one']);
  });

  it('whose answer is not read give way like those that ask', () => {
    const { open, ended } = build(9, 2);
    open('slow', 'a').ask(true).response.writableEnded = true;
    open('answered', 'a').ask(true);
    open('new', 'a');
    expect(ended).toEqual(['slow']);
  });

  it('that are all being answered stay, and the new one is refused', () => {
    const { open, ended, refused } = build(2, 9);
    open('a1', 'a').ask(true);
    open('b1', 'b').ask(true);
    open('c1', 'c');
    expect([refused, ended]).toEqual([['c1'], ['c1']]);
  });

  it('of which one is not known are let be', () => {
    const { request } = build(1, 1);
    expect(() => request({})).not.toThrow();
  });
});

it('those that have nothing to say end, and no others', () => {
  const { open, ended, closeIdle } = build(9, 9);
  open('idle', 'a');
  open('asking', 'a').socket.bytesRead = 1;
  open('body', 'b').ask(false);
  open('answered', 'b').ask(true);
  open('done', 'b').ask(true)();
  closeIdle();
  expect(ended).toEqual(['soon idle', 'soon done']);
});
