import Fastify from 'fastify'

/** A route that does nothing, to measure what the machine and the client can do at best. */
const app = Fastify()
app.post('/bare', async () => ({ code: 0, msg: '', data: { token: 'opaque', isNew: false } }))
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.on('disconnect', () => process.exit())
process.send?.('listening')
