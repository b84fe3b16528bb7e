// Asks a question, answers what Weft asks back, and prints the answer with its notes.
import process from 'node:process'
import { WeftError } from 'weft-client'
import { connect } from 'weft-client/node'

const weft = connect() // WEFT_URL, and WEFT_TOKEN or WEFT_TOKEN_FILE

try {
  let answer = await weft.ask(process.argv[2] ?? 'How did I sleep this week?')
  while (answer.status === 'WAITING') {
    const [pause] = answer.pauses
    console.log(`? ${pause.text}`)
    await pause.say('great')
    answer = await answer.proceed()
  }
  console.log(answer.text || `${answer.status}: ${answer.failure}`)
  answer.citations.forEach((note, i) => console.log(`[${i + 1}] ${note.date} ${note.id}`))
} catch (err) {
  if (!(err instanceof WeftError)) throw err
  console.error(`${err.reason}: ${err.message}`)
  process.exitCode = 1
}
