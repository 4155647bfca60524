import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BodyRequest } from './body-request.ts'

let handle: (request: BodyRequest, response: ServerResponse) => void
const server = () => createServer({ IncomingMessage: BodyRequest }, (request, response) => handle(request, response))
let open = server()

beforeEach(async () => {
  open = server()
  await once(open.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => void open.close())

/** What is answered to two requests over one connection, the body of each in three pieces. */
async function answers(): Promise<string[]> {
  const address = open.address() as AddressInfo
  const client = connect(address.port, '127.0.0.1')
  const said: string[] = []
  for (const body of ['one two three', 'four five six']) {
    const [first, ...others] = body.split(' ')
    client.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${first}`)
    for (const more of others) {
      await new Promise(setImmediate)
      client.write(` ${more}`)
    }
    const [answer] = await once(client, 'data')
    said.push(String(answer).split('\r\n\r\n')[1] ?? '')
  }
  client.end()
  return said
}

const readAndAnswer = (request: BodyRequest, response: ServerResponse) => void text(request).then((body) => response.end(`read ${body}`))

test('a body is told as a whole when all of it has come', async () => {
  handle = (request, response) => request.takeBody((body) => response.end(`told ${body}`))
  expect(await answers()).toEqual(['told one two three', 'told four five six'])
})

test('one that is given back is read like others', async () => {
  handle = (request, response) =>
    request.takeBody((body) => {
      request.giveBack(body)
      readAndAnswer(request, response)
    })
  expect(await answers()).toEqual(['read one two three', 'read four five six'])
})

test('one that nobody takes is read, or left unread, like others', async () => {
  handle = readAndAnswer
  expect(await answers()).toEqual(['read one two three', 'read four five six'])
  handle = (_, response) => response.end('unread')
  expect(await answers()).toEqual(['unread', 'unread'])
})

test('a request that is given up tells no body', async () => {
  let told = 0
  const closed = new Promise<void>((settle) => {
    handle = (request, response) => {
      request.takeBody(() => {
        told += 1
      })
      response.on('close', settle)
      client.destroy()
    }
  })
  const client = connect((open.address() as AddressInfo).port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf')
  await closed
  expect(told).toBe(0)
})
