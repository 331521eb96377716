-- Requests the paths of a file, one a line, in turn, each as from another reader behind a proxy; prints the result as JSON.
local requests, turn = {}, 0

function init(args)
  for path in io.lines(args[1]) do
    wrk.headers["X-Forwarded-For"] = math.random(1, 223) .. "." .. math.random(255) .. "." .. math.random(255) .. ".1"
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local failed = summary.errors
  io.write(string.format('{"rate":%f,"p50":%f,"p99":%f,"errors":%d}\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    failed.status + failed.connect + failed.read + failed.write + failed.timeout))
end
