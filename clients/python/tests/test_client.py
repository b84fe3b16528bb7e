"""The client against a real server."""

from __future__ import annotations

import asyncio
import datetime
import inspect
import threading
import uuid
from typing import Any, Callable, Iterator, List

import pytest
from conftest import Proxy, Server, wait_until
from google.protobuf import descriptor_pool, message

import weft
from weft import types

SERVICES = ["runs", "notes", "plans", "goals", "webhooks", "schedules", "admin"]


def unclear(client: weft.Client) -> weft.Outcome:
    """Keeps two notes that a correction fits equally well, and gives the correction."""
    thing = "Row " + uuid.uuid4().hex[:6]
    now = datetime.datetime.now(datetime.timezone.utc)
    for days in (9, 5):
        client.log(f"{thing} 5x5 @ 80kg", now=now - datetime.timedelta(days=days))
    waiting = client.log(f"Correction: the {thing} was 85 kg, not 80")
    assert waiting.status == "WAITING", waiting
    return waiting


def test_a_note_is_kept_and_a_question_is_answered_from_it(client: weft.Client) -> None:
    kept = client.log("Slept 7 h, felt fine")
    assert kept.status == "COMPLETED" and kept.entry is not None and kept.entry.id
    events: List[types.RunEvent] = []
    answer = client.ask("How long did I sleep today?", on_event=events.append)
    assert answer.status == "COMPLETED" and "7 h" in answer.text
    assert "Slept 7 h, felt fine" in [c.quote for c in answer.citations]
    assert events[0].WhichOneof("kind") == "started" and events[-1].WhichOneof("kind") == "ended"
    assert client.run(answer.run_id).answer == answer.answer


def test_a_pause_is_answered_and_the_run_goes_on(client: weft.Client) -> None:
    waiting = unclear(client)
    (pause,) = waiting.pauses
    assert pause.kind == "QUESTION" and pause.text and pause.mine
    assert pause.id in [p.id for p in client.pauses(run_id=waiting.run_id)]
    pause.answer({pause.questions[0].text: "1"})
    ended = waiting.follow()
    assert ended.status == "COMPLETED" and not ended.pauses, ended
    assert not list(client.pauses(run_id=waiting.run_id))


def test_a_pause_can_be_declined(client: weft.Client) -> None:
    waiting = unclear(client)
    waiting.pauses[0].decline()
    ended = client.follow(waiting.run_id, from_sequence=waiting.run.sequence + 1)
    assert ended.status in ("COMPLETED", "PARTIAL") and not ended.pauses, ended


def test_an_answer_to_a_pause_that_is_gone_is_a_conflict(client: weft.Client) -> None:
    waiting = unclear(client)
    waiting.pauses[0].say("1")
    waiting.follow()
    with pytest.raises(weft.Conflict) as refused:
        waiting.pauses[0].say("2")
    assert refused.value.reason == "ANSWER_CONFLICT" and refused.value.metadata["user"] == "tester"


def test_an_error_tells_its_reason_and_the_field(client: weft.Client) -> None:
    with pytest.raises(weft.NotFound) as missing:
        client.runs.get_run(run_id="01M83T9D74M5ZNX0YKH911G066")
    assert missing.value.code == "NOT_FOUND" and missing.value.reason == "RUN_NOT_FOUND"
    assert missing.value.metadata == {"run_id": "01M83T9D74M5ZNX0YKH911G066"}
    with pytest.raises(weft.InvalidArgument) as blank:
        client.ask(" ")
    assert blank.value.reason == "INPUT_BLANK" and [v.field for v in blank.value.violations] == ["input.text"]


def test_a_wrong_credential_is_told(server: Server) -> None:
    with weft.Client(server.address, token="x" * 43) as stranger:
        with pytest.raises(weft.Unauthenticated) as refused:
            stranger.runs.list_runs()
    assert refused.value.reason == "CREDENTIAL_INVALID"


def test_a_client_without_a_credential_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEFT_TOKEN", raising=False)
    monkeypatch.delenv("WEFT_TOKEN_FILE", raising=False)
    with pytest.raises(ValueError, match="WEFT_TOKEN_FILE"):
        weft.Client()


def test_two_equal_calls_make_one_run(client: weft.Client) -> None:
    same = str(uuid.uuid4())
    first = client.notes.submit_input(input={"text": "Ran 5 km", "intent": "INPUT_TYPE_LOG"}, request_id=same)
    again = client.notes.submit_input(input=types.Input(text="Ran 5 km", intent=types.INPUT_TYPE_LOG), request_id=same)
    other = client.notes.submit_input(input={"text": "Ran 5 km", "intent": "INPUT_TYPE_LOG"})
    assert first.run.id == again.run.id != other.run.id


def test_a_call_whose_answer_is_lost_is_made_again_and_done_once(
    server: Server, client: weft.Client, proxy_to: Callable[..., Proxy]
) -> None:
    text = "Ran " + uuid.uuid4().hex
    proxy = proxy_to(server.address, 150, cut_once=True)  # within the first answer
    with server.client(proxy.address) as cut:
        run = cut.notes.submit_input(input={"text": text, "intent": "INPUT_TYPE_LOG"}).run
    assert proxy.cuts == 1
    assert [r.id for r in client.runs.list_runs(page_size=1000).runs if r.text == text] == [run.id]


@pytest.mark.parametrize("name", ["google/rpc/status.proto", "google/api/http.proto", "buf/validate/validate.proto"])
def test_no_file_of_others_is_registered_in_a_callers_program(name: str) -> None:
    with pytest.raises(KeyError):
        descriptor_pool.Default().FindFileByName(name)


def test_a_call_to_a_server_that_is_away_is_made_when_it_is_back(new_server: Server) -> None:
    with new_server.client() as client:
        client.log("Slept 6 h")
        new_server.stop()
        back = threading.Timer(1.0, new_server.start)
        back.start()
        assert client.log("Slept 7 h").status == "COMPLETED"
        back.join()


def test_a_call_to_a_server_that_stays_away_fails_in_the_time_it_was_given() -> None:
    with weft.Client("127.0.0.1:1", token="x", retry_for=0.5) as client:
        with pytest.raises(weft.Unavailable):
            client.runs.list_runs()
        with pytest.raises(weft.Unavailable):
            next(client.runs.watch_runs())
        with pytest.raises(weft.DeadlineExceeded):
            client.runs.list_runs(timeout=0.05)


def sequences(events: List[types.RunEvent]) -> List[int]:
    return [e.sequence for e in events if e.sequence]


def test_a_stream_goes_on_when_its_connection_is_cut(server: Server, client: weft.Client, proxy_to: Callable[..., Proxy]) -> None:
    asked = client.ask("How long did I sleep today?")
    whole = [r.event for r in client.runs.watch_run(run_id=asked.run_id)]
    longest = max(e.ByteSize() for e in whole)
    proxy = proxy_to(server.address, longest + 600)
    with server.client(proxy.address) as cut:
        got = [r.event for r in cut.runs.watch_run(run_id=asked.run_id)]
    assert proxy.cuts > 0
    assert sequences(got) == sequences(whole)


def test_an_input_is_followed_over_cut_connections(server: Server, client: weft.Client, proxy_to: Callable[..., Proxy]) -> None:
    ask = "How long did I sleep this week?"
    longest = max(r.event.ByteSize() for r in client.runs.watch_run(run_id=client.ask(ask).run_id))
    proxy = proxy_to(server.address, longest + 600)
    with server.client(proxy.address) as cut:
        got = [r for r in cut.notes.process_input(input={"text": ask, "intent": "INPUT_TYPE_QUERY"})]
    assert proxy.cuts > 0 and {type(r) for r in got} == {types.ProcessInputResponse}
    (run_id,) = {r.event.run_id for r in got}
    whole = [r.event for r in client.runs.watch_run(run_id=run_id)]
    assert sequences([r.event for r in got]) == sequences(whole)


def test_a_watch_of_all_runs_goes_on_when_the_server_was_away(new_server: Server) -> None:
    with new_server.client() as client:
        seen: List[types.RunsEvent] = []
        with client.runs.watch_runs() as changes:

            def watch() -> None:
                for change in changes:
                    seen.append(change.event)

            watching = threading.Thread(target=watch)
            watching.start()
            wait_until(lambda: [e for e in seen if e.HasField("caught_up")] != [])
            new_server.stop()
            new_server.start()
            run = client.log("Slept 7 h").run
            ended = (run.id, types.RunReport.COMPLETED)
            wait_until(lambda: ended in [(e.changed.run_id, e.changed.status) for e in seen], seen)
        watching.join(10)
        assert not watching.is_alive()
    assert len([e for e in seen if e.HasField("caught_up")]) == 1
    places = [e.sequence for e in seen if e.HasField("changed")]
    assert places == sorted(set(places))


def test_a_stream_that_is_closed_ends(client: weft.Client) -> None:
    with client.runs.watch_pauses() as events:
        assert next(events).event.WhichOneof("kind")
        threading.Timer(0.2, events.close).start()
        for _ in events:
            pass


def test_notes_are_imported_and_an_error_says_which_can_not_be(client: weft.Client) -> None:
    note = types.ImportEntriesRequest(text="Read a book", source="here")
    note.time.FromDatetime(datetime.datetime(2026, 1, 5, 9))
    (done,) = client.notes.import_entries([note])
    assert done.entry_id and done.source == "here"
    with pytest.raises(weft.InvalidArgument) as refused:
        list(client.notes.import_entries([types.ImportEntriesRequest()]))
    assert refused.value.reason


def methods_of(client: Any) -> Iterator[Any]:
    for service in SERVICES:
        for name, method in inspect.getmembers(getattr(client, service), inspect.ismethod):
            if not name.startswith("_"):
                yield pytest.param(service, name, id=f"{service}.{name}")


METHODS = list(methods_of(weft.Client("127.0.0.1:1", token="x")))


@pytest.mark.parametrize("service,name", METHODS)
def test_every_method_answers_an_empty_request_or_tells_why_not(client: weft.Client, service: str, name: str) -> None:
    arguments = {"requests": [types.ImportEntriesRequest()]} if name == "import_entries" else {}
    try:
        answer = getattr(getattr(client, service), name)(timeout=5, **arguments)
        if hasattr(answer, "__next__"):
            answer = next(answer, None)
        assert answer is None or isinstance(answer, message.Message)
    except weft.WeftError as refused:
        assert refused.reason, refused


def test_the_asynchronous_client_asks_answers_and_follows(server: Server, proxy_to: Callable[..., Proxy]) -> None:
    async def work() -> None:
        async with server.async_client() as client:
            kept = await client.log("Slept 8 h")
            assert kept.entry is not None
            answer = await client.ask("How long did I sleep today?")
            assert "8 h" in answer.text
            with pytest.raises(weft.NotFound) as missing:
                await client.runs.get_run(run_id="nope")
            assert missing.value.reason == "RUN_NOT_FOUND"
            whole = [r.event async for r in client.runs.watch_run(run_id=answer.run_id)]
            proxy = proxy_to(server.address, max(e.ByteSize() for e in whole) + 600)
            async with server.async_client(proxy.address) as cut:
                got = [r.event async for r in cut.runs.watch_run(run_id=answer.run_id)]
            assert proxy.cuts > 0 and sequences(got) == sequences(whole)

    asyncio.run(work())


def test_the_asynchronous_client_answers_pauses(server: Server, client: weft.Client) -> None:
    run_id = unclear(client).run_id

    async def work() -> None:
        async with server.async_client() as made:
            (pause,) = [p async for p in made.pauses(run_id=run_id, mine=True)]
            waiting = await made.run(run_id)
            await pause.say("1")
            assert (await waiting.follow()).status == "COMPLETED"

    asyncio.run(work())


@pytest.mark.parametrize("service,name", METHODS)
def test_every_asynchronous_method_answers_or_tells_why_not(server: Server, service: str, name: str) -> None:
    async def work() -> None:
        async with server.async_client() as client:
            arguments = {"requests": [types.ImportEntriesRequest()]} if name == "import_entries" else {}
            answer = getattr(getattr(client, service), name)(timeout=5, **arguments)
            try:
                if hasattr(answer, "__anext__"):
                    await answer.__anext__()
                else:
                    assert isinstance(await answer, message.Message)
            except StopAsyncIteration:
                pass
            except weft.WeftError as refused:
                assert refused.reason, refused

    asyncio.run(work())
